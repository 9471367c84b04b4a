// The book's own Python host, as a lesson's page has it, timed from the click to the painted result.
import { createPythonHost } from "../../../site_templates/scripts/python/host.js";

const host = createPythonHost({
  base: document.documentElement.dataset.python,
  isFile: location.protocol === "file:",
});
window.host = host;

document.getElementById("run").onclick = async () => {
  const times = {};
  const start = performance.now();
  const ends = host.onStatus(({ stage }) => {
    // The interpreter is there when packages come next; NumPy when the kernel does.
    if (stage === "packages") times.started = performance.now() - start;
    if (stage === "kernel") times.numpy = performance.now() - start;
  });
  const result = document.getElementById("result");
  const { error } = await host.runCell({
    id: "cell",
    source: document.getElementById("cell").textContent,
    onOutput: ({ text }) => result.append(text),
  });
  if (error) throw new Error(error.message);
  const channel = new MessageChannel();
  requestAnimationFrame(() => channel.port2.postMessage(null));
  await new Promise((resolve) => { channel.port1.onmessage = resolve; });
  times.painted = performance.now() - start;
  ends();
  const asked = await host.call({
    do: "evaluate", expression: "len(__import__('pyodide_js')._module.HEAP8)", environment: "heap",
  });
  times.heap = Number(asked.text) / 2 ** 20;
  times.stop = await stopTime();
  window.times = times;
};
/** Milliseconds that a stop takes, once a second worker waits; 0 where none does. */
async function stopTime() {
  for (let waited = 0; waited < 60_000 && !host.hasSpare; waited += 100) {
    if (!(navigator.deviceMemory >= 4)) return 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  host.runCell({ id: "endless", source: "while True: pass", onOutput() {} });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const start = performance.now();
  await host.stop();
  return performance.now() - start;
}

window.prepared = true;
