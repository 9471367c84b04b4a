// The files of the search: scripts, since nothing else can be read on `file://`. Each hands over once what it holds.
const HANDED = "libroSearch"; // as in builder/search/files.py
const asked = new Map();

/** What the file at `name`, below the book's folder, holds; asked for once, and again after a failure. */
export function receive(name) {
  if (!asked.has(name)) {
    const promise = load(name);
    asked.set(name, promise);
    promise.catch(() => asked.delete(name));
  }
  return asked.get(name);
}

function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => {
      const held = globalThis[HANDED]?.[name];
      script.remove();
      if (held === undefined) return reject(new Error(`${name}: empty`));
      delete globalThis[HANDED][name];
      resolve(held);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${name}: not found`));
    };
    script.src = (document.documentElement.dataset.root ?? "") + name;
    document.head.append(script);
  });
}
