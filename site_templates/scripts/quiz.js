// The questions of a lesson: answers kept across visits, those missed put into the review, and what it all came to.
import { tellEnd } from "./memory/lesson_end.js";
import { answerWith, bindQuestion, chosen, clearAnswer, isAnswered, isRight } from "./quiz/question.js";
import { noteMissed } from "./review/deck.js";
import { keep, pageKey, recall } from "./store.js";
import { t } from "./strings.js";

const KEY = `respuestas:${pageKey()}`;
const all = [...document.querySelectorAll(".quiz .question")];
const answers = soundAnswers(recall(KEY));

for (const quiz of document.querySelectorAll(".quiz")) startQuiz(quiz);

function startQuiz(quiz) {
  const questions = [...quiz.querySelectorAll(".question")];
  const summarise = () => {
    const answered = questions.filter(isAnswered);
    quiz.querySelector(".quiz-end").hidden = !answered.length;
    const right = answered.filter(isRight).length;
    quiz.querySelector(".quiz-score").textContent = answered.length ? t("quiz.summary", { right, total: questions.length }) : "";
  };
  const save = () => {
    for (const question of questions) {
      if (isAnswered(question)) answers[question.dataset.question] = chosen(question);
      else delete answers[question.dataset.question];
    }
    keep(KEY, Object.keys(answers).length ? answers : null);
    const answered = all.filter(isAnswered);
    const score = { of: all.length, answered: answered.length, right: answered.filter(isRight).length };
    keep(`preguntas:${pageKey()}`, answered.length ? score : null, { quietly: true });
    summarise();
    tellEnd();
  };

  for (const question of questions) {
    const kept = answers[question.dataset.question];
    // What the lesson no longer has is forgotten.
    if (kept && !answerWith(question, kept)) delete answers[question.dataset.question];
    bindQuestion(question, {
      onAnswer() {
        if (!isRight(question)) noteMissed(`${pageKey()}#${question.dataset.question}`);
        save();
      },
    });
  }

  quiz.querySelector("[data-action='retry']").addEventListener("click", () => {
    questions.forEach(clearAnswer);
    save();
    questions[0].querySelector("input").focus();
  });
  summarise();
}

/** Letters by question, out of whatever was kept. */
function soundAnswers(kept) {
  const entries = kept !== null && typeof kept === "object" ? Object.entries(kept) : [];
  return Object.fromEntries(entries.filter(([, values]) => Array.isArray(values) && values.length));
}
