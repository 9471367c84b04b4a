// When a missed question comes back. Days are whole numbers, so that nothing here has a clock: today is an argument.

/** Days of rest after each right answer in a row: it is asked the day it was missed, and then ever more rarely. */
export const INTERVALS = [0, 1, 3, 7, 16];

/** The day of a moment where the reader is, as a number that grows by one at each of her midnights. */
export function dayOf(date) {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** A question that was missed today: it waits from now on, whatever was known of it. */
export function missed(today) {
  return { step: 0, due: today };
}

/** What becomes of `card` after a right answer; null when it was the last that it needed. */
export function known(card, today) {
  const step = card.step + 1;
  return step < INTERVALS.length ? { step, due: today + INTERVALS[step] } : null;
}

/** The keys that wait today: the longest overdue first, then those nearest to their beginning, then by name. */
export function dueToday(deck, today) {
  return Object.keys(deck)
    .filter((key) => deck[key].due <= today)
    .sort((a, b) => deck[a].due - deck[b].due || deck[a].step - deck[b].step || (a < b ? -1 : 1));
}

/** The day on which the next one comes back; null with an empty deck. */
export function nextDay(deck) {
  const days = Object.values(deck).map((card) => card.due);
  return days.length ? Math.min(...days) : null;
}

/** The cards that can be cards, out of whatever was kept. One due after its longest rest was set by a wrong clock. */
export function soundDeck(kept, today) {
  if (kept === null || typeof kept !== "object" || Array.isArray(kept)) return {};
  const sound = Object.entries(kept).filter(
    ([, card]) => Number.isInteger(card?.step) && Number.isInteger(card.due) && card.step >= 0 && card.step < INTERVALS.length,
  );
  return Object.fromEntries(sound.map(([key, { step, due }]) => [key, { step, due: Math.min(due, today + INTERVALS[step]) }]));
}
