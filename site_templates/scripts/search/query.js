// What a reader asks, and the entries that answer it, best first.
import { fold, stem, wordsOf } from "./words.js";

const QUOTED = /["\u00ab\u201c\u201d]([^"\u00ab\u00bb\u201c\u201d]*)["\u00bb\u201c\u201d]?/g;
const ENYE = "\u00f1";

/** How close a word of the book is to the one asked for. */
const EXACT = 1;
const SAME_STEM = 0.85;
const SAME_BUT_FOR_TILDES = 0.8;
const BEGINS_SO = 0.6;

const SATURATION = 4; // how soon more of the same word stops counting (BM25's k)
const LENGTH_COUNTS = 0.4; // how much a long entry pays for its length (BM25's b)
const OF_THE_PAGE = 0.35; // a word that only the page's title or keywords have
const PAGE_FIRST = 1.25; // a whole lesson comes before its sections
const COMMON = 0.5; // a word in more than half of all entries restricts nothing
const WHOLE_TITLE = 1.5; // a title that has all the words
const HERE = 1.15; // what is on the page being read comes a little sooner
const MOST_COMPLETIONS = 120;

/**
 * `mezcla "suman uno"` → `{terms, phrases}`. A term is `{word, exact}`; what is in quotes must stand so in
 * the text. The last word is `open` while no space follows it: more letters may come.
 */
export function readQuery(text) {
  const normal = text.normalize("NFC");
  const phrases = [];
  const terms = [];
  const rest = normal.replace(QUOTED, (all, inside) => {
    const words = wordsOf(inside).map((one) => fold(one.word));
    if (words.length) phrases.push(words);
    for (const word of words) terms.push({ word, exact: true, open: false });
    return " ";
  });
  const loose = wordsOf(rest);
  loose.forEach(({ word }, place) => {
    const open = place === loose.length - 1 && /[\p{L}\p{N}]$/u.test(normal);
    if (!terms.some((one) => !one.exact && one.word === word)) terms.push({ word, exact: false, open });
  });
  return { terms, phrases };
}

/** The words of the book that stand for an asked one: place in the index → how close. */
export function expand(index, { word, exact, open }) {
  const found = new Map();
  const folded = fold(word);
  const add = (place, closeness) => {
    if (closeness > (found.get(place) ?? 0)) found.set(place, closeness);
  };
  const own = index.places.get(folded);
  if (own !== undefined) add(own, EXACT);
  if (exact) return found;
  for (const one of new Set([stem(word), stem(folded)])) {
    for (const place of index.stems.get(one) ?? []) add(place, SAME_STEM);
  }
  if (open && folded.length > 1) {
    let place = lowerBound(index.folded, folded);
    for (let count = 0; count < MOST_COMPLETIONS && index.folded[place]?.startsWith(folded); count++, place++) {
      add(place, BEGINS_SO * (0.5 + (0.5 * folded.length) / index.folded[place].length));
    }
  }
  // A keyboard without its tilde: only when nothing else is found, for an n makes other words.
  if (!found.size && folded.includes("n")) {
    const plain = folded.replaceAll(ENYE, "n");
    const wanted = stem(plain);
    index.folded.forEach((other, place) => {
      if (!other.includes(ENYE)) return;
      const without = other.replaceAll(ENYE, "n");
      if (without === plain || stem(without) === wanted || (open && without.startsWith(plain))) add(place, SAME_BUT_FOR_TILDES);
    });
  }
  return found;
}

/**
 * The entries that answer: `{hits: [{entry, score}], whole, unknown, words}`. `whole` is false where no entry has all
 * that was asked and these have some; `unknown` are the asked words that the book hasn't; `words` the places of all
 * words that count as found. `here` is the address of the page being read.
 */
export function ask(index, query, here = "") {
  const terms = query.terms.map((term) => ({ ...term, places: expand(index, term) }));
  const unknown = terms.filter((term) => !term.places.size).map((term) => term.word);
  const words = new Set(terms.flatMap((term) => [...term.places.keys()]));
  const matched = terms.map((term) => scoresOf(index, term.places));
  const size = index.entries.length;
  const rare = matched.map(({ count }) => count > 0 && count <= COMMON * size);
  const some = rare.some(Boolean);
  // Words such as "de" are asked for only where nothing else is.
  const needed = terms.map((term, place) => term.exact || !some || rare[place] || !term.places.size);
  const totals = new Float64Array(size);
  const covers = new Uint8Array(size);
  matched.forEach(({ scores }, place) => {
    for (let number = 0; number < size; number++) {
      if (scores[number] === 0) continue;
      totals[number] += scores[number];
      covers[number] += needed[place] ? 1 : 0;
    }
  });
  // What the page is about holds for each of its parts, once another word has found the part; but the 3 of
  // "lesson 3" makes no third equation of the others.
  const found = index.entries.filter(({ number }) => totals[number] > 0);
  matched.forEach(({ scores }, place) => {
    if (/^\d/.test(terms[place].word)) return;
    for (const { number, first } of found) {
      if (first === number || scores[number] > 0 || scores[first] === 0) continue;
      totals[number] += OF_THE_PAGE * scores[first];
      covers[number] += needed[place] ? 1 : 0;
    }
  });
  const wanted = needed.filter(Boolean).length;
  const most = found.reduce((least, { number }) => Math.max(least, covers[number]), 0);
  const hits = [];
  for (const entry of found) {
    if (covers[entry.number] < most) continue;
    let score = totals[entry.number] * (entry.kind === "page" ? PAGE_FIRST : 1) * (entry.page.url === here ? HERE : 1);
    if (terms.length > 1 && titleHolds(entry, terms)) score *= WHOLE_TITLE;
    hits.push({ entry, score });
  }
  hits.sort((a, b) => b.score - a.score || a.entry.number - b.entry.number);
  return { hits, whole: most === wanted && unknown.length === 0, unknown, words };
}

/** For each entry, the best that any of these words is worth there; and how many entries have one. */
function scoresOf(index, places) {
  const size = index.entries.length;
  const scores = new Float64Array(size);
  let count = 0;
  for (const [place, closeness] of places) {
    const posts = index.posts(place);
    const rarity = Math.log(1 + (size - posts.length + 0.5) / (posts.length + 0.5));
    for (const [number, weight] of posts) {
      const length = 1 - LENGTH_COUNTS + (LENGTH_COUNTS * index.entries[number].length) / index.averageLength;
      const score = (closeness * rarity * weight) / (weight + SATURATION * length);
      if (scores[number] === 0) count += 1;
      if (score > scores[number]) scores[number] = score;
    }
  }
  return { scores, count };
}

/** Whether all the asked words stand in a title, as they were written: "equation 3" is no other equation. */
function titleHolds(entry, terms) {
  entry.titleWords ??= new Set(wordsOf(entry.title).map((one) => fold(one.word)));
  return terms.every((term) => entry.titleWords.has(fold(term.word)));
}

/** The word of the book nearest to one that it hasn't, by letters to change, add, drop or swap; null when none is near. */
export function nearestWord(index, word) {
  const wanted = fold(word);
  const most = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
  let best = null;
  let least = most + 1;
  index.folded.forEach((other, place) => {
    if (Math.abs(other.length - wanted.length) >= least || /^\d/.test(other)) return;
    const apart = distance(wanted, other, least);
    const common = index.posts(place).length;
    if (apart < least || (apart === least && best && common > best.common)) {
      if (apart <= most) {
        least = apart;
        best = { word: index.words[place], common };
      }
    }
  });
  return best?.word ?? null;
}

function distance(one, other, limit) {
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + change);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = row;
    row = next;
  }
  return row[other.length];
}

function lowerBound(words, wanted) {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
