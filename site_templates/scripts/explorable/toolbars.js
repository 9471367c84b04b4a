// Toolbars in a scene (marks/nudges.py): one tab stop, walked with arrows. Their buttons set the state as any part does.

export function bindToolbars(scene) {
  scene.addEventListener("keydown", (event) => {
    const bar = event.target.closest?.("[role=toolbar]");
    if (!bar || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...bar.querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    const to = next(at, event.key, buttons);
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[Math.min(Math.max(to, 0), buttons.length - 1)].focus();
  });
  scene.addEventListener("focusin", sync);

  /** The button that has the focus, or else the first, is the bar's tab stop; a redrawn scene has forgotten which. */
  function sync() {
    for (const bar of scene.querySelectorAll("[role=toolbar]")) {
      const buttons = [...bar.querySelectorAll("button")];
      const current = buttons.includes(document.activeElement)
        ? document.activeElement
        : buttons[0];
      for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
    }
  }

  return { sync };
}

/** Two buttons a row: left and right walk along it, up and down from row to row. */
function next(at, key, buttons) {
  const row = buttons[0].parentElement.querySelectorAll("button").length;
  return {
    ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - row < 0 ? at : at - row,
    ArrowDown: at + row >= buttons.length ? at : at + row, Home: 0, End: buttons.length - 1,
  }[key];
}
