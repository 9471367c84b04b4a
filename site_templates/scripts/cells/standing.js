// What an output stands on: the code of its cell, of the cells before it, and the states of the figures it was lent.
// Pure: what a cell's code is, and what figures there are, is asked of `book`.

/**
 * `book` is {cell(name), figure(name)}: a cell as {name, after}, a figure as {id}, or undefined.
 * `state(one)` says what stands now, or stood at the build: source of a cell, state of a figure.
 */
export function basisOf(cell, book, state, above = new Set()) {
  if (above.has(cell)) return [];
  const before = new Set([...above, cell]);
  const parts = [state(cell)];
  for (const name of cell.after) {
    const figure = book.figure(name);
    const other = book.cell(name);
    if (figure) parts.push(ordered(state(figure)));
    else if (other) parts.push(basisOf(other, book, state, before));
  }
  return parts;
}

export function sameBasis(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Why the output of `cell` is not of now: null, or {why: "edited" | "figure" | "cell", name}. */
export function staleness(cell, shown, book, state) {
  if (sameBasis(shown, basisOf(cell, book, state))) return null;
  const [source, ...before] = shown;
  if (source !== state(cell)) return { why: "edited", name: cell.name };
  const known = cell.after.filter((name) => book.figure(name) || book.cell(name));
  for (const [place, name] of known.entries()) {
    const figure = book.figure(name);
    const now = figure ? ordered(state(figure)) : basisOf(book.cell(name), book, state, new Set([cell]));
    if (sameBasis(before[place], now)) continue;
    if (figure) return { why: "figure", name };
    // The nearest one that is behind may itself be so because of one further up.
    const root = staleness(book.cell(name), before[place], book, state);
    return root?.why === "cell" ? root : { why: "cell", name };
  }
  return { why: "cell", name: cell.after[0] ?? cell.name };
}

/** The cells that must have run before `cell`, and then itself; each once, in the order in which they run. */
export function chain(cell, book) {
  const found = new Set();
  const visit = (one, above) => {
    if (!one || found.has(one) || above.has(one)) return;
    const before = new Set([...above, one]);
    for (const name of one.after) visit(book.cell(name), before);
    found.add(one);
  };
  visit(cell, new Set());
  return [...found];
}

/** Two states are the same whatever the order in which their fields were set. */
function ordered(state) {
  if (state === null || typeof state !== "object") return state;
  if (Array.isArray(state)) return state.map(ordered);
  return Object.fromEntries(Object.keys(state).sort().map((key) => [key, ordered(state[key])]));
}
