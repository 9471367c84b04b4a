// The questions of a lesson: feedback under the option chosen, answers kept across visits.
import { t } from "./strings.js";
import { keep, pageKey, recall } from "./store.js";

for (const quiz of document.querySelectorAll(".quiz")) startQuiz(quiz);

function startQuiz(quiz) {
  const key = `quiz:${pageKey()}:${quiz.dataset.quiz}`;
  const questions = [...quiz.querySelectorAll(".question")];
  const score = quiz.querySelector(".quiz-score");
  const end = quiz.querySelector(".quiz-end");
  let kept = true;

  const save = () => {
    const answers = {};
    for (const question of questions) {
      if ("answered" in question.dataset) answers[question.dataset.question] = chosen(question);
    }
    const taken = keep(key, Object.keys(answers).length ? answers : null);
    if (kept && !taken) end.append(notKept());
    kept &&= taken;
  };

  const summarise = () => {
    const answered = questions.filter((one) => "answered" in one.dataset);
    end.hidden = !answered.length;
    const right = answered.filter(isRight).length;
    score.textContent = answered.length ? t("quiz.summary", { right, total: questions.length }) : "";
  };

  for (const question of questions) {
    const check = question.querySelector(".question-check");
    const grade = () => {
      answer(question);
      save();
      summarise();
    };
    check.querySelector("button").addEventListener("click", grade);
    if ("multiple" in question.dataset) {
      check.hidden = false;
      question.addEventListener("change", () => clearFeedback(question));
    } else {
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
        check.hidden = false;
      });
    }
  }

  quiz.querySelector("[data-action='retry']").addEventListener("click", () => {
    for (const question of questions) {
      for (const input of question.querySelectorAll("input")) input.checked = false;
      clearFeedback(question);
    }
    save();
    summarise();
    questions[0].querySelector("input").focus();
  });

  restore(questions, recall(key));
  summarise();
}

function restore(questions, answers) {
  if (answers === null || typeof answers !== "object") return;
  for (const question of questions) {
    const values = answers[question.dataset.question];
    if (!Array.isArray(values)) continue;
    const inputs = [...question.querySelectorAll("input")].filter((input) => values.includes(input.value));
    // Options that the lesson no longer has are forgotten.
    if (inputs.length !== values.length) continue;
    for (const input of inputs) input.checked = true;
    answer(question);
  }
}

function chosen(question) {
  return [...question.querySelectorAll("input:checked")].map((input) => input.value);
}

function isRight(question) {
  return [...question.querySelectorAll(".option")].every(
    (option) => option.querySelector("input").checked === "correct" in option.dataset,
  );
}

function clearFeedback(question) {
  delete question.dataset.answered;
  for (const place of question.querySelectorAll(".feedback")) place.replaceChildren();
}

/** Show what there is to say about each chosen option; its words are those of the folded answers. */
function answer(question) {
  clearFeedback(question);
  const picked = [...question.querySelectorAll(".option")].filter((option) => option.querySelector("input").checked);
  if (!picked.length) {
    question.querySelector(".feedback").textContent = t("quiz.choose");
    return;
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
}

function notKept() {
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent = t("quiz.not_kept");
  return note;
}
