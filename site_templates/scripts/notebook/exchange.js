// A notebook as a file: JSON with its kind, its version and its book. Pure: text in, text out.
import { readKey } from "./entries.js";

const KIND = "cuaderno de un libro explorable";

/** The text of the file that holds `entries`, a map of keys and values. */
export function writeNotebook({ book, version, entries }) {
  return `${JSON.stringify({ kind: KIND, version, book, entries: Object.fromEntries(entries) }, null, 1)}\n`;
}

/** {entries} of a file's text, with the keys that a book writes and no others; or {fault}, a key of the catalogue. */
export function readNotebook(text, { book, version }) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    return { fault: "import_unreadable" };
  }
  if (file?.kind !== KIND || !isTable(file.entries) || !Number.isInteger(file.version)) return { fault: "import_unreadable" };
  if (file.book !== book) return { fault: "import_other_book" };
  if (file.version > version) return { fault: "import_newer" };
  const entries = Object.entries(file.entries).filter(([key, value]) => readKey(key) && value !== null && value !== undefined);
  return { entries: new Map(entries) };
}

function isTable(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
