// The words of a query where they stand: phrases made sure of, excerpts, marks.
import { fold, wordsOf } from "./words.js";

const AROUND = 170; // letters of an excerpt
const BEFORE = 40; // of which so many may come before the first word found

/** Whether the phrases (lists of folded words) stand in a text as they were asked. */
export function holdsPhrases(text, phrases) {
  const words = wordsOf(text).map((one) => fold(one.word));
  return phrases.every((phrase) =>
    words.some((word, start) => word === phrase[0] && phrase.every((one, n) => words[start + n] === one)),
  );
}

/** `text` in pieces `{text, found}`: those that `isFound(folded word)` says are marked. */
export function marked(text, isFound) {
  const pieces = [];
  let at = 0;
  for (const { word, start, end } of wordsOf(text)) {
    if (!isFound(fold(word))) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), found: false });
    pieces.push({ text: text.slice(start, end), found: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}

/** The part of a text with most of the words looked for, in pieces; its beginning where it has none. */
export function excerpt(text, isFound, phrases = []) {
  const words = wordsOf(text).map((one) => ({ ...one, folded: fold(one.word) }));
  const start = bestStart(words, isFound, phrases);
  let from = start === null ? 0 : Math.max(0, words[start].start - BEFORE);
  // Not from the middle of a word, and not from the middle of a short beginning.
  if (from < 25) from = 0;
  else from = text.indexOf(" ", from) + 1;
  let to = from + AROUND;
  if (to >= text.length) to = text.length;
  else to = Math.max(text.lastIndexOf(" ", to), from + 1);
  const pieces = marked(text.slice(from, to).trimEnd(), isFound);
  if (from > 0) pieces.unshift({ text: "… ", found: false });
  if (to < text.length) pieces.push({ text: " …", found: false });
  return pieces;
}

/** Which word to begin near: where most different words are found soon after each other; a phrase before all. */
function bestStart(words, isFound, phrases) {
  for (const phrase of phrases) {
    const place = words.findIndex((_, start) => phrase.every((one, n) => words[start + n]?.folded === one));
    if (place >= 0) return place;
  }
  const found = words.flatMap((word, place) => (isFound(word.folded) ? [place] : []));
  let best = null;
  let most = 0;
  found.forEach((place, n) => {
    const seen = new Set();
    for (let m = n; m < found.length && words[found[m]].end - words[place].start < AROUND - BEFORE; m++) {
      seen.add(words[found[m]].folded);
    }
    if (seen.size > most) {
      most = seen.size;
      best = place;
    }
  });
  return best;
}
