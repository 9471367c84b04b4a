// The one Python of a page, for its cells and its explorables; null where the page was published without.
import { bringFirst } from "./late_files.js";
import { createPythonHost } from "./python/host.js";

const base = document.documentElement.dataset.python;

export const python = base ? createPythonHost({ base, isFile: location.protocol === "file:" }) : null;

// The files beside the lesson that its code reads lie where that code runs.
const late = [];
for (const { dataset, textContent } of document.querySelectorAll("script[data-file]")) {
  if (dataset.src) late.push([dataset.file, dataset.src]);
  else python?.give(dataset.file, textContent);
}
if (python && late.length) bringFirst(python, late);
