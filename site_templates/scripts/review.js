// The review: the questions that wait today, one at a time; a missed one comes again at the end.
import { bindQuestion, isRight } from "./quiz/question.js";
import { keepOnly, noteKnown, noteMissed, readDeck, today } from "./review/deck.js";
import { dueToday, nextDay } from "./review/schedule.js";
import { t } from "./strings.js";

const page = document.querySelector(".own-page");
const place = page.querySelector(".review-place");
const said = page.querySelector(".review-said");
const action = page.querySelector(".review-action");
const questions = globalThis.bookQuestions ?? {};
let queue = [];
let done = 0;

// With nothing loaded, all would look like questions that the book has lost.
if (Object.keys(questions).length) keepOnly(new Set(Object.keys(questions)));
queue = dueToday(readDeck(), today()).filter((key) => key in questions);
action.querySelector("button").addEventListener("click", next);
if (queue.length) ask();
else finish();
delete page.dataset.filling;

function next() {
  queue.shift();
  done += 1;
  if (queue.length) ask();
  else finish();
}

function ask() {
  const [key] = queue;
  const { lesson, html } = questions[key];
  const content = document.createElement("template");
  content.innerHTML = html; // the book's own, from the build
  const question = content.content.firstElementChild;
  settle(question, lesson.url);
  place.replaceChildren(heading(lesson), question);
  place.hidden = false;
  action.hidden = true;
  said.textContent = "";
  let answered = false;
  bindQuestion(question, {
    onAnswer() {
      // The first answer counts; trying the others afterwards is reading the reasons.
      if (answered) return;
      answered = true;
      said.textContent = isRight(question) ? afterRight(key) : afterMiss(key);
      action.hidden = false;
    },
  });
  const legend = question.querySelector("legend");
  legend.tabIndex = -1;
  if (done) legend.focus({ preventScroll: true });
  if (done) place.scrollIntoView({ block: "nearest" });
}

function afterMiss(key) {
  noteMissed(key);
  queue.push(key);
  return t("review.back_today");
}

function afterRight(key) {
  const card = noteKnown(key);
  return card ? returns(card.due - today(), "review.back") : t("review.learnt");
}

function returns(days, name) {
  return days === 1 ? t(`${name}_tomorrow`) : t(`${name}_in`, { days });
}

/** What the question says about where it comes from, and how many there are. */
function heading({ title, label, url }) {
  const line = document.createElement("p");
  line.className = "review-from";
  const link = document.createElement("a");
  link.href = url;
  link.textContent = `${label}, \u00ab${title}\u00bb`;
  line.append(`${t("review.position", { number: done + 1, total: done + queue.length })} · `, link);
  return line;
}

/** A question away from its lesson: its number means nothing, its links start from where it stood. */
function settle(question, base) {
  question.querySelector(".question-number")?.remove();
  for (const link of question.querySelectorAll("a[href]")) {
    link.href = new URL(link.getAttribute("href"), new URL(base, location.href)).href;
  }
  for (const one of question.querySelectorAll("[data-card], [data-explorable]")) {
    delete one.dataset.card;
    delete one.dataset.explorable;
  }
}

function finish() {
  place.hidden = true;
  place.replaceChildren();
  action.hidden = true;
  const day = nextDay(readDeck());
  const words = [t(done ? "review.done" : "review.nothing")];
  if (day !== null) words.push(returns(day - today(), "review.next"));
  else if (!done) words.push(t("review.nothing_hint"));
  said.textContent = words.join(" ");
}
