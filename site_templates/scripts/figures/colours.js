// The page's own colours for a library that knows no variables: "var(--ink)" and "var(--ink)/0.12", as they are now.

const NAME = /^var\(--([a-z-]+)\)(?:\/([\d.]+))?$/;

/** A copy of `value` with every colour in it resolved where `element` stands. */
export function inColours(element, value) {
  const probe = document.createElement("span");
  probe.hidden = true;
  element.append(probe);
  const known = new Map();

  const resolve = (name, share) => {
    if (name === "none") return "rgba(0,0,0,0)";
    if (!known.has(name)) {
      probe.style.color = `var(--${name})`;
      known.set(name, getComputedStyle(probe).color);
    }
    const [r, g, b] = known.get(name).match(/[\d.]+/g);
    return share ? `rgba(${r},${g},${b},${share})` : `rgb(${r},${g},${b})`;
  };

  const copy = (one) => {
    if (typeof one === "string") {
      const found = NAME.exec(one);
      return found ? resolve(found[1], found[2]) : one;
    }
    if (Array.isArray(one)) return one.map(copy);
    if (one && typeof one === "object") return Object.fromEntries(Object.entries(one).map(([key, part]) => [key, copy(part)]));
    return one;
  };

  const copied = copy(value);
  probe.remove();
  return copied;
}
