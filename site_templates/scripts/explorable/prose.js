// Words tied to pictures: a term in the prose lights a part of a figure and back, a number in the prose is the
// figure's number, a button in the prose sets its state.

export function connectProse(explorables, root) {
  for (const explorable of explorables.values()) {
    const mine = (rest) => [...root.querySelectorAll(`[data-explorable="${CSS.escape(explorable.id)}"]${rest}`)];
    connectValues(explorable, mine("[data-value]"));
    connectSettings(explorable, mine("[data-set]"));
    connectParts(explorable, mine("[data-part]"));
  }
}

function connectValues(explorable, places) {
  if (!places.length) return;
  explorable.onShown(({ values }) => {
    for (const place of places) {
      const text = values[place.dataset.value];
      if (text !== undefined && place.textContent !== text) place.textContent = text;
    }
  });
}

function connectSettings(explorable, buttons) {
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener("click", () => explorable.set(JSON.parse(button.dataset.set)));
  }
}

function connectParts(explorable, terms) {
  for (const term of terms) {
    const light = (on) => {
      for (const name of term.dataset.part.split(" ")) explorable.light(name, on);
      term.classList.toggle("lit", on);
    };
    // A symbol inside a formula is read as part of it: it lights under the pointer, but is no tab stop.
    if (!term.closest(".katex") && !term.matches("a, button")) term.tabIndex = 0;
    term.addEventListener("pointerenter", () => light(true));
    term.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && light(false));
    term.addEventListener("focus", () => light(true));
    term.addEventListener("blur", () => light(false));
  }
  const scene = explorable.figure.querySelector(".explorable-scene");
  const back = (event, on) => {
    const names = event.target.closest?.("[data-part]")?.dataset.part.split(" ") ?? [];
    for (const term of terms) {
      if (term.dataset.part.split(" ").some((name) => names.includes(name))) term.classList.toggle("lit", on);
    }
  };
  if (!terms.length) return;
  for (const [on, events] of [[true, ["pointerover", "focusin"]], [false, ["pointerout", "focusout"]]]) {
    for (const name of events) scene.addEventListener(name, (event) => back(event, on));
  }
}
