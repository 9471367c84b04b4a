// A number walked one by one: back, forward, the slider between, and play.

import { t } from "../../strings.js";

const PACE = 1100;

export function bindStepper(element, control, change, current) {
  const input = element.querySelector("input");
  const output = element.querySelector("output");
  const play = element.querySelector("[data-play]");
  let playing = 0;

  input.addEventListener("input", () => {
    stop();
    change(input.valueAsNumber);
  });
  for (const button of element.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      stop();
      if (button.getAttribute("aria-disabled") !== "true") change(current() + Number(button.dataset.step));
    });
  }
  play?.addEventListener("click", () => {
    if (playing) return stop();
    if (current() === control.max) change(control.min);
    playing = setInterval(() => {
      change(current() + 1);
      if (current() === control.max) stop();
    }, PACE);
    say();
  });

  function stop() {
    clearInterval(playing);
    playing = 0;
    say();
  }

  function say() {
    if (!play) return;
    play.setAttribute("aria-label", `${control.label}: ${t(playing ? "explorable.pause" : "explorable.play")}`);
    play.classList.toggle("playing", Boolean(playing));
  }

  return (value) => {
    if (input.valueAsNumber !== value) input.value = String(value);
    const name = control.names[value - control.min];
    const words = t(name ? "explorable.of_named" : "explorable.of", { value, max: control.max, name });
    output.textContent = words;
    input.setAttribute("aria-valuetext", words);
    // Not `disabled`: a button that goes dead under the finger would drop the focus.
    for (const button of element.querySelectorAll("[data-step]")) {
      const end = Number(button.dataset.step) < 0 ? control.min : control.max;
      button.setAttribute("aria-disabled", String(value === end));
    }
  };
}
