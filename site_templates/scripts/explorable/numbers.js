// Numbers as readers see them; the same rules as explorables/numbers.py, for what the controls say.

const THIN_SPACE = "\u202f";

export function fixed(value, decimals) {
  const text = Math.abs(value).toFixed(decimals);
  let [whole, rest] = text.split(".");
  if (whole.length > 4) whole = whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  const minus = value < 0 && Number(text) !== 0 ? "\u2212" : "";
  return minus + whole + (rest ? "." + rest : "");
}

export function withUnit(text, unit) {
  return unit ? text + THIN_SPACE + unit : text;
}

export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** `value` inside [low, high] and on a multiple of `step` counted from `low`. */
export function ontoStep(value, low, high, step) {
  const decimals = Math.max(decimalsOf(step), decimalsOf(low));
  const moved = low + Math.round((clamp(value, low, high) - low) / step) * step;
  return Number(clamp(moved, low, high).toFixed(decimals)) + 0;
}

function decimalsOf(number) {
  return (String(number).split(".")[1] ?? "").length;
}
