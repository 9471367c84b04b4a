// Controls that are one native input.

import { t } from "../../strings.js";

export function bindToggle(element, control, change) {
  const input = element.querySelector("input");
  forgetAtReload(input);
  input.addEventListener("change", () => change(input.checked));
  return (value) => {
    input.checked = value;
  };
}

export function bindChoice(element, control, change) {
  const inputs = [...element.querySelectorAll("input")];
  for (const input of inputs) {
    forgetAtReload(input);
    input.addEventListener("change", () => input.checked && change(input.value));
  }
  return (value) => {
    for (const input of inputs) input.checked = input.value === value;
  };
}

/** Firefox would bring back what was chosen, against the state; the attribute is not for the HTML of these inputs. */
function forgetAtReload(input) {
  input.setAttribute("autocomplete", "off");
}

/** A number as it is typed: it counts as soon as it is inside its bounds, and is mended when it is left. */
export function bindTyped(input, decimals, change, current) {
  const write = () => {
    input.value = current().toFixed(decimals);
  };
  input.addEventListener("input", () => {
    if (input.value !== "" && input.validity.valid) change(input.valueAsNumber);
  });
  input.addEventListener("change", () => {
    if (Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber);
    write();
  });
  return () => {
    if (document.activeElement !== input || input.valueAsNumber !== current()) write();
  };
}

export function bindNumber(element, control, change, current) {
  return bindTyped(element.querySelector("input"), control.decimals, change, current);
}

export function bindText(element, control, change) {
  const input = element.querySelector("input");
  input.addEventListener("input", () => change(input.value));
  return (value) => {
    if (input.value !== value) input.value = value;
  };
}

export function bindSeed(element, control, change, current) {
  const output = element.querySelector("output");
  element.querySelector("[data-draw]").addEventListener("click", () => change((current() + 1) % (control.max + 1)));
  return (value) => {
    output.textContent = t("explorable.draw_number", { number: value });
  };
}
