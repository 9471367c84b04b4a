// One question: what is chosen, whether it is right, and what there is to say about it.
import { t } from "../strings.js";

const optionsOf = (question) => [...question.querySelectorAll(".option")];
const inputOf = (option) => option.querySelector("input");

/** Bring a question to life; `onAnswer()` follows each answer, `onChange()` each change that isn't one yet. */
export function bindQuestion(question, { onAnswer, onChange = () => {} }) {
  const check = question.querySelector(".question-check");
  const grade = () => {
    if (answer(question)) onAnswer();
  };
  check.querySelector("button").addEventListener("click", grade);
  if ("multiple" in question.dataset) {
    check.hidden = false;
    question.addEventListener("change", () => {
      clearFeedback(question);
      onChange();
    });
    return;
  }
  // An arrow chooses every option that it passes: there, answering takes one key more.
  let passing = false;
  question.addEventListener("pointerdown", () => { passing = false; });
  question.addEventListener("keydown", (event) => {
    passing = event.key.startsWith("Arrow");
    if (event.key === "Enter" && event.target.matches("input")) grade();
  });
  question.addEventListener("change", () => {
    if (!passing) return grade();
    clearFeedback(question);
    onChange();
    check.hidden = false;
  });
}

export function isAnswered(question) {
  return "answered" in question.dataset;
}

/** The letters of the chosen options. */
export function chosen(question) {
  return optionsOf(question).filter((option) => inputOf(option).checked).map((option) => inputOf(option).value);
}

export function isRight(question) {
  return optionsOf(question).every((option) => inputOf(option).checked === "correct" in option.dataset);
}

/** Choose again what was kept, and answer; false, and nothing chosen, if the question has no such options. */
export function answerWith(question, values) {
  const inputs = optionsOf(question).map(inputOf).filter((input) => values.includes(input.value));
  if (!inputs.length || inputs.length !== values.length) return false;
  for (const input of inputs) input.checked = true;
  return answer(question);
}

export function clearAnswer(question) {
  for (const option of optionsOf(question)) inputOf(option).checked = false;
  clearFeedback(question);
}

function clearFeedback(question) {
  delete question.dataset.answered;
  for (const place of question.querySelectorAll(".feedback")) place.replaceChildren();
}

/** Show what there is to say about each chosen option; its words are those of the folded answers. */
function answer(question) {
  clearFeedback(question);
  const picked = optionsOf(question).filter((option) => inputOf(option).checked);
  if (!picked.length) {
    question.querySelector(".feedback").textContent = t("quiz.choose");
    return false;
  }
  question.dataset.answered = "";
  for (const option of picked) {
    const source = question.querySelector(`.answers [data-for="${CSS.escape(option.dataset.option)}"] dd`);
    const verdict = document.createElement("span");
    const right = "correct" in option.dataset;
    verdict.className = `verdict ${right ? "correct" : "incorrect"}`;
    verdict.textContent = t(right ? "quiz.correct" : "quiz.incorrect");
    const words = [...source.childNodes].map((node) => node.cloneNode(true));
    option.querySelector(".feedback").append(verdict, ...words);
  }
  return true;
}
