// A slider with its value in words, and buttons for both ends where they have a name.

import { fixed, withUnit } from "../numbers.js";

export function bindSlider(element, control, change) {
  const input = element.querySelector("input");
  const output = element.querySelector("output");
  const logarithmic = control.scale !== "linear";
  const toValue = (position) => (logarithmic ? 2 ** position : position);

  input.addEventListener("input", () => change(toValue(input.valueAsNumber)));
  for (const button of element.querySelectorAll("[data-end]")) {
    button.addEventListener("click", () => change(toValue(control[button.dataset.end])));
  }
  return (value) => {
    const position = String(logarithmic ? onGrid(Math.log2(value), control) : value);
    if (input.value !== position) input.value = position;
    const words = control.names.length
      ? control.names[Math.round((value - control.min) / control.step)]
      : withUnit(fixed(value, control.decimals), control.unit);
    output.textContent = words;
    input.setAttribute("aria-valuetext", words);
    for (const button of element.querySelectorAll("[data-end]")) {
      button.setAttribute("aria-pressed", String(toValue(control[button.dataset.end]) === value));
    }
  };
}

/** The place on the slider nearest to `position`; a slider has no others. */
function onGrid(position, { min, step }) {
  return min + Math.round((position - min) / step) * step;
}
