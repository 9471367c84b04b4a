// What the reader's device remembers of this book. Storage may be refused: then nothing is kept, and nothing breaks.

const page = document.documentElement;

/** The page's place in the book, the same under any host and folder: "atencion/la-idea-de-atencion". */
export function pageKey() {
  const depth = (page.dataset.root ?? "").split("../").length - 1;
  const folders = decodeURI(location.pathname).split("/").slice(0, -1);
  return folders.slice(folders.length - depth).join("/") || "index";
}

const full = (key) => `libro:${page.dataset.book}:${key}`;

/** The value kept under `key`, or null: absent, unreadable or refused. */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(full(key)));
  } catch {
    return null;
  }
}

/** Keep `value` under `key`; null forgets it. Says whether the device took it. */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(full(key));
    else localStorage.setItem(full(key), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
