// What a word is to the search; `builder/search/words.py` says the same when the index is made.
import { stemmer } from "@orama/stemmers/spanish";

const WORD = /\p{Nd}+(?:[.\u202f\u00a0]\p{Nd}+)*|[\p{L}\p{Nl}\p{No}]+/gu;
const SPACES = /[\u202f\u00a0]/g;
const FOREIGN = /[^\0-\x7f]/;
const MARK = /(n\u0303)|[\u0300-\u036f]/g; // every mark but the tilde of an n
const ENGLISH_PLURAL = /(?<=..[bcdfghjklmnpqrtvwxyz])s$/;
const UNACCENTED_NOUN = /(?<=..[cstxg])ion$/;

/** The words of a text as `{word, start, end}`, in lower case, accents kept. The text must be in NFC. */
export function wordsOf(text) {
  return Array.from(text.matchAll(WORD), (found) => ({
    word: found[0].toLowerCase().replace(SPACES, ""),
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** A word without accents; an n with its tilde stays, for it is another letter. */
export function fold(word) {
  if (!FOREIGN.test(word)) return word;
  return word.normalize("NFD").replace(MARK, (mark, tilde) => tilde ?? "").normalize("NFC");
}

/** What a word shares with its other forms. */
export function stem(word) {
  if (word.endsWith("ces") && word.length > 4) word = `${word.slice(0, -3)}z`;
  return fold(stemmer(word.replace(ENGLISH_PLURAL, "").replace(UNACCENTED_NOUN, "i\u00f3n")));
}
