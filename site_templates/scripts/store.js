// What the reader's device remembers of this book. Where storage is refused, full or damaged, the page itself
// remembers until it is closed, and nothing breaks.

const page = document.documentElement;

/** The form of what is kept; another number would not read what this one wrote. */
export const VERSION = 1;

const prefix = `libro:${page.dataset.book}:${VERSION}:`;
const held = new Map(); // what the device didn't take; null is what it couldn't forget
const listeners = new Map();
const complaints = new Set();

/** The page's place in the book, the same under any host and folder: "atencion/la-idea-de-atencion". */
export function pageKey() {
  const depth = (page.dataset.root ?? "").split("../").length - 1;
  const folders = decodeURI(location.pathname).split("/").slice(0, -1);
  return folders.slice(folders.length - depth).join("/") || "index";
}

/** The value kept under `key`, or null: absent or unreadable. */
export function recall(key) {
  if (held.has(key)) return held.get(key);
  try {
    return JSON.parse(localStorage.getItem(prefix + key));
  } catch {
    return null;
  }
}

/**
 * Keep `value` under `key`; null forgets it. Says whether the device took it. What nobody asked to keep is kept
 * `quietly`: nobody is told when it can't be.
 */
export function keep(key, value, { quietly = false } = {}) {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
    held.delete(key);
    return true;
  } catch {
    held.set(key, value);
    if (!quietly) for (const complain of complaints) complain();
    return false;
  }
}

/** All that is kept of this book, by key, in the order of the keys; what can't be read is null. */
export function everything() {
  const keys = new Set(held.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) keys.add(name.slice(prefix.length));
  } catch {
    // Refused: what is held is all there is.
  }
  const found = new Map();
  for (const key of [...keys].sort()) if (!held.has(key) || held.get(key) !== null) found.set(key, recall(key));
  return found;
}

/** Forget all that any version of this book has kept, here and on the device. */
export function forgetEverything() {
  for (const key of everything().keys()) keep(key, null);
  try {
    const own = `libro:${page.dataset.book}:`;
    for (const name of Object.keys(localStorage)) if (name.startsWith(own)) localStorage.removeItem(name);
  } catch {
    // Refused: there is nothing on it.
  }
}

/** Calls `listener(value)` when another page of the book has kept something else under `key`. */
export function onKept(key, listener) {
  listeners.set(key, [...(listeners.get(key) ?? []), listener]);
}

/** Calls `complain()` whenever the device refuses to keep what the reader did. */
export function onRefused(complain) {
  complaints.add(complain);
}

addEventListener("storage", ({ key }) => {
  if (!key?.startsWith(prefix)) return;
  const own = key.slice(prefix.length);
  for (const listener of listeners.get(own) ?? []) listener(recall(own));
});
