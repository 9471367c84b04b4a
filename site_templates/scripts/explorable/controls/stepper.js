// A number walked one by one: back, forward, the slider between, and play.

import { t } from "../../strings.js";
import { createMetronome, createNarrator } from "./narrator.js";

export function bindStepper(element, control, change, current, explorable) {
  const input = element.querySelector("input");
  const output = element.querySelector("output");
  const play = element.querySelector("[data-play]");
  const pace = control.narrated ? createNarrator(explorable, element, control) : createMetronome();
  let playing = false;

  input.addEventListener("input", () => go(input.valueAsNumber));
  input.addEventListener("keydown", (event) => {
    if (event.key !== " " || !play) return;
    event.preventDefault();
    toggle();
  });
  for (const button of element.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") go(current() + Number(button.dataset.step));
      else stop();
    });
  }
  play?.addEventListener("click", toggle);

  function go(value) {
    stop();
    change(value);
    pace.stepped(current());
  }

  function toggle() {
    if (playing) return stop();
    if (current() === control.max) change(control.min);
    playing = true;
    say();
    tell();
  }

  function tell() {
    pace.tell(current(), () => {
      if (current() === control.max) return stop();
      change(current() + 1);
      if (current() === control.max && !pace.waitsAtTheEnd) stop();
      else tell();
    });
  }

  function stop() {
    pace.hush();
    playing = false;
    say();
  }

  function say() {
    if (!play) return;
    play.setAttribute("aria-label", `${control.label}: ${t(playing ? "explorable.pause" : "explorable.play")}`);
    play.classList.toggle("playing", playing);
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
