// The one Python of a page, for its cells and its explorables; null where the page was published without.
import { bringFirst } from "./late_files.js";
import { createPythonHost } from "./python/host.js";
import { isUnmetered } from "./python/room.js";

const base = document.documentElement.dataset.python;

export const python = base ? createPythonHost({ base, isFile: location.protocol === "file:" }) : null;

// The files beside the lesson that its code reads lie where that code runs.
const late = [];
for (const { dataset, textContent } of document.querySelectorAll("script[data-file]")) {
  if (dataset.src) late.push([dataset.file, dataset.src]);
  else python?.give(dataset.file, textContent);
}
if (python && late.length) bringFirst(python, late);

// Where the author asks for it: the bytes of what this page's cells will run, once all else is there.
if (python && "prefetch" in document.documentElement.dataset && document.querySelector(".code-cell") && isUnmetered()) {
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000));
  const begin = () => whenIdle(() => python.prefetch());
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
