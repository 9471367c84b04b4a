// The index as `builder/search/index.py` wrote it, made ready to be asked.
import { fold } from "./words.js";

const ZERO = "0".charCodeAt(0);
const NINE = "9".charCodeAt(0);
const LETTER_BEFORE_A = "a".charCodeAt(0) - 1;

/** Kinds of entries that stand inside a section; the section is where they are. */
const OUTER = new Set(["page", "section"]);

export function readIndex(data) {
  const words = unfold(data.words);
  const folded = words.map(fold);
  const places = new Map(folded.map((word, place) => [word, place]));
  const stems = new Map(); // stem → the places of its words
  folded.forEach((word, place) => {
    const mark = data.stems[place];
    const stem = mark === "*" ? data.odd[place] : word.slice(0, parseInt(mark, 36));
    const list = stems.get(stem);
    if (list) list.push(place);
    else stems.set(stem, [place]);
  });
  const entries = readEntries(data);
  const total = entries.reduce((sum, entry) => sum + entry.length, 0);
  const packed = data.posts.split(" ");
  const unpacked = new Map();

  return {
    words,
    folded,
    places,
    stems,
    entries,
    averageLength: Math.max(1, total / Math.max(1, entries.length)),
    /** The entries that have a word, as `[number, weight]`; read when first asked for. */
    posts(place) {
      let found = unpacked.get(place);
      if (!found) {
        found = unpack(packed[place]);
        unpacked.set(place, found);
      }
      return found;
    },
  };
}

function readEntries(data) {
  const pages = data.pages.map(([url, label, title, file, summary]) => ({ url, label, title, file, summary, planned: !file }));
  let page = -1;
  let within = 0; // the place of an entry among those of its page: so are the texts ordered
  let section = null;
  let first = 0;
  return data.entries.map(([opens, kind, anchor, title, length], number) => {
    if (opens) {
      page += 1;
      within = 0;
      first = number;
    }
    const entry = { number, page: pages[page], within, kind: data.kinds[kind], anchor, title, length, first, section: null };
    within += 1;
    if (opens) entry.title = entry.page.title;
    if (OUTER.has(entry.kind)) section = entry;
    else entry.section = section;
    return entry;
  });
}

function unfold(text) {
  if (!text) return [];
  let before = "";
  return text.split(" ").map((part) => (before = before.slice(0, parseInt(part[0], 36)) + part.slice(1)));
}

function unpack(text) {
  const found = [];
  let number = -1;
  let step = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= NINE) {
      step = 10 * step + code - ZERO;
      continue;
    }
    number += step || 1;
    step = 0;
    found.push([number, code - LETTER_BEFORE_A]);
  }
  return found;
}
