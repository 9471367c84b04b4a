// A pad of squares to draw on: a click or a drag paints, space too, and arrows walk (marks/paint_pad.py).

const GROUP = 12;

export function bindPaint(explorable, scene) {
  // While a drag lasts: the pad's field, and whether it turns squares on or off.
  let brush = null;

  const squareAt = (target) => target?.closest?.("[data-paint] [data-row]") ?? null;
  const fieldOf = (square) => square.closest("[data-paint]").dataset.paint;
  const place = (square) => [Number(square.dataset.row), Number(square.dataset.column)];

  function isOn(square) {
    const [row, column] = place(square);
    return Boolean((explorable.state[fieldOf(square)][row][Math.floor(column / GROUP)] >> column % GROUP) & 1);
  }

  function paint(square, on) {
    if (isOn(square) === on) return;
    const [row, column] = place(square);
    const numbers = explorable.state[fieldOf(square)].map((line) => [...line]);
    numbers[row][Math.floor(column / GROUP)] += (on ? 1 : -1) * 2 ** (column % GROUP);
    // At once, for the eye; the drawing from Python follows.
    square.classList.toggle("on", on);
    square.setAttribute("aria-selected", String(on));
    explorable.set({ [fieldOf(square)]: numbers });
  }

  scene.addEventListener("pointerdown", (event) => {
    const square = squareAt(event.target);
    if (!square || event.button !== 0) return;
    event.preventDefault();
    focus(square);
    brush = !isOn(square);
    paint(square, brush);
    scene.setPointerCapture(event.pointerId);
  });
  scene.addEventListener("pointermove", (event) => {
    if (brush === null) return;
    const square = squareAt(document.elementFromPoint(event.clientX, event.clientY));
    if (square && scene.contains(square)) paint(square, brush);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    scene.addEventListener(end, () => {
      brush = null;
    });
  }

  scene.addEventListener("keydown", (event) => {
    const square = squareAt(event.target);
    if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      paint(square, !isOn(square));
      return;
    }
    const next = neighbour(square, event.key);
    if (!next) return;
    event.preventDefault();
    focus(next);
  });

  function neighbour(square, key) {
    const [row, column] = place(square);
    const moves = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
    };
    if (!(key in moves)) return null;
    const [toRow, toColumn] = moves[key];
    return square.closest("[data-paint]").querySelector(`[data-row="${toRow}"][data-column="${toColumn}"]`) ?? square;
  }

  function focus(square) {
    for (const one of square.closest("[data-paint]").querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
    square.tabIndex = 0;
    square.focus({ preventScroll: true });
  }
}
