// Controls of a figure: each kind binds its element and gives back `sync(value)`, which makes it say the state.

import { bindChoice, bindNumber, bindSeed, bindText, bindToggle } from "./simple.js";
import { bindMatrix } from "./matrix.js";
import { bindPoint } from "./point.js";
import { bindSlider } from "./slider.js";
import { bindStepper } from "./stepper.js";
import { bindTokenList } from "./token_list.js";

const KINDS = {
  slider: bindSlider,
  stepper: bindStepper,
  number: bindNumber,
  toggle: bindToggle,
  choice: bindChoice,
  point: bindPoint,
  matrix: bindMatrix,
  token_list: bindTokenList,
  text: bindText,
  seed: bindSeed,
};

export function bindControls(explorable, box) {
  if (!box) return { sync() {} };
  box.disabled = false;
  // A matrix whose rows are dragged on axes has no control but its handles.
  const shown = explorable.spec.controls.filter((control) => !control.on_axes);
  const bound = shown.map((control) => {
    const element = box.querySelector(`[data-control="${CSS.escape(control.name)}"]`);
    const change = (value) => {
      const patch = { [control.name]: value };
      if (control.releases) patch[control.releases] = false;
      explorable.set(patch);
    };
    const current = () => explorable.state[control.name];
    return [control.name, KINDS[control.kind](element, control, change, current, explorable)];
  });
  const sync = (state) => {
    for (const [name, show] of bound) show(state[name]);
  };
  // A browser that remembers form fields may have moved them.
  sync(explorable.state);
  return { sync };
}
