// The one Python of a page, for its cells and its explorables; null where the page was published without.
import { createPythonHost } from "./python/host.js";

const base = document.documentElement.dataset.python;

export const python = base ? createPythonHost({ base, isFile: location.protocol === "file:" }) : null;

// The files beside the lesson that its code reads lie where that code runs.
for (const file of document.querySelectorAll("script[data-file]")) python?.give(file.dataset.file, file.textContent);
