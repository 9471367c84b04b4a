// The questions that wait to be asked again, as the device keeps them: {"page#question": {step, due}}.
import { keep, recall } from "../store.js";
import { dayOf, dueToday, known, missed, soundDeck } from "./schedule.js";

const KEY = "repaso";

export const today = () => dayOf(new Date());

export function readDeck() {
  return soundDeck(recall(KEY), today());
}

export function noteMissed(question) {
  write({ ...readDeck(), [question]: missed(today()) });
}

/** After a right answer in the review; gives the card, null when the question is learnt. */
export function noteKnown(question) {
  const { [question]: card, ...others } = readDeck();
  const next = card ? known(card, today()) : null;
  write(next ? { ...others, [question]: next } : others);
  return next;
}

/** Forget the questions that the book no longer has. */
export function keepOnly(questions) {
  const deck = readDeck();
  const kept = Object.fromEntries(Object.entries(deck).filter(([key]) => questions.has(key)));
  if (Object.keys(kept).length < Object.keys(deck).length) write(kept);
}

/** How many of these wait today; of all, without an argument. */
export function waiting(belongs = () => true) {
  return dueToday(readDeck(), today()).filter(belongs).length;
}

function write(deck) {
  keep(KEY, Object.keys(deck).length ? deck : null);
}
