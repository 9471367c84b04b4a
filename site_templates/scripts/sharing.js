// What figures lend to cells: a cell that names a figure in `:after:` runs with the values of the figure's present state.

const lenders = new Map();
const listeners = new Set();

/** A figure with `data-shares` lends what it names there; `prepare` defines its view in Python first. */
export function lend(explorable, prepare) {
  const { id, figure, spec } = explorable;
  const names = figure.dataset.shares;
  if (!names) return;
  lenders.set(id, {
    id,
    prepare,
    /** The state that the build lent. */
    first: spec.state,
    get state() {
      return explorable.state;
    },
    /** The line of Python that puts the values in place; explorables/sharing.py writes the same one. */
    source() {
      const given = [spec.name, JSON.stringify(explorable.state), names].map((each) => JSON.stringify(each));
      return `__import__("explorables").share_into(globals(), ${given.join(", ")})`;
    },
  });
  explorable.onChange(() => listeners.forEach((listener) => listener(id)));
}

/** The figures among `names`, in their order. */
export function lendersAmong(names) {
  return names.filter((name) => lenders.has(name)).map((name) => lenders.get(name));
}

/** The figure of this name; undefined for what lends nothing. */
export function lender(name) {
  return lenders.get(name);
}

/** Calls `listener(id)` whenever the state of a figure that lends has changed. */
export function onLenderChange(listener) {
  listeners.add(listener);
}
