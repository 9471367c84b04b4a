// A question before the reveal: the reader guesses, the figure moves to the answer, and the guess stays visible.

import { t } from "../strings.js";

export function bindPrediction(explorable, box) {
  if (!box) return;
  const { choices, reveals } = explorable.spec.prediction;
  const answer = box.querySelector(".prediction-answer");
  const buttons = [...box.querySelectorAll("[data-guess]")];
  box.disabled = false;
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const choice = choices[Number(button.dataset.guess)];
      for (const other of buttons) {
        other.setAttribute("aria-pressed", String(other === button));
        other.classList.toggle("right", choices[Number(other.dataset.guess)].right);
      }
      const verdict = t(choice.right ? "explorable.right" : "explorable.wrong");
      answer.textContent = `${verdict} ${choice.feedback}`;
      answer.hidden = false;
      box.dataset.guessed = button.dataset.guess;
      explorable.set(reveals, { speakNow: false });
      explorable.speak(answer.textContent);
    });
  }
}
