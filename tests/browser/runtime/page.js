// The smallest page with Python: the host and nothing else, for the tests to talk to.
import { createPythonHost } from "../../../site_templates/scripts/python/host.js";
import { isUnmetered } from "../../../site_templates/scripts/python/room.js";
import { workerMain } from "../../../site_templates/scripts/python/worker.js";

/** The page's own worker, in surroundings that a test has made different. */
function strangeWorker() {
  const source = `${window.beforeTheWorker}; (${workerMain})()`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

window.python = createPythonHost({
  base: document.documentElement.dataset.python,
  isFile: location.protocol === "file:",
  ...(window.beforeTheWorker ? { workerFactory: strangeWorker } : {}),
});
window.isUnmetered = isUnmetered;
window.statuses = [];
window.python.onStatus(({ phase, stage }) => window.statuses.push(`${phase} ${stage}`));

window.run = async (source, { id = "prueba", environment = "" } = {}) => {
  const pieces = [];
  const result = await window.python.runCell({ id, source, environment, onOutput: (piece) => pieces.push(piece) });
  return { ...result, pieces, text: pieces.map((piece) => piece.text).join("") };
};
