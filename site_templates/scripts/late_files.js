// Files that the page's Python reads and that are too large for the page: they come when Python starts, before anything runs.

/** Makes `python` wait for `files`, pairs of a name and the address of a script that calls `libroFile(name, text)`. */
export function bringFirst(python, files) {
  let brought = null;
  globalThis.libroFile = (name, text) => python.give(name, text);
  const load = python.load.bind(python);
  python.load = async () => {
    brought ??= Promise.all(files.map(([, address]) => run(address)));
    try {
      await brought;
    } catch {
      // Python says which file it lacks, where it reads it; the next start tries again.
      brought = null;
    }
    return load();
  };
}

function run(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = resolve;
    script.onerror = reject;
    script.src = address;
    document.head.append(script);
  });
}
