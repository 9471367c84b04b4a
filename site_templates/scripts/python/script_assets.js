// The runtime's files on a `file://` page, where classic scripts are all that a browser lets one load.
// Each script calls `libroPython(name, content)` once.
import { counter } from "./assets.js";
import { PythonLoadError } from "./errors.js";

// The code of the letter that stands for fifteen zeros (builder/runtime/forms.py).
const FIRST_LETTER = 0x4000;

/** As `fetchAssets` of http_assets.js, from the scripts under `base` + "file/". */
export async function loadScriptAssets(base, assets, { signal, onProgress }) {
  assets.manifest ??= await receive(`${base}file/manifest.js`, "manifest", signal);
  const progress = counter(assets.manifest, onProgress);
  const receiving = [];
  for (const entry of assets.manifest.files) {
    if (!assets.has(entry)) {
      // One script after another, since the disk is one.
      const text = await receive(`${base}file/${entry.name}.js`, entry.name, signal);
      const bytes = fromLetters(text).subarray(0, entry.packed);
      if (bytes.length !== entry.packed) throw new PythonLoadError(`${entry.name}: ${bytes.length} / ${entry.packed} bytes`);
      receiving.push(assets.receive(entry, streamOf(bytes)));
    }
    progress(entry.packed);
  }
  await Promise.all(receiving);
}

function streamOf(bytes) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Runs a script and gives what it hands over under `name`. */
function receive(url, name, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const script = document.createElement("script");
    const finish = (settle, value) => {
      script.remove();
      settle(value);
    };
    // Set anew for each script: they run one at a time, and one that comes late finds no one waiting.
    globalThis.libroPython = (received, content) => {
      if (received === name) finish(resolve, content);
    };
    script.onload = () => finish(reject, new PythonLoadError(`${name}: empty script`));
    script.onerror = () => finish(reject, new PythonLoadError(`${name}: not found`));
    signal.addEventListener("abort", () => finish(reject, signal.reason), { once: true });
    script.src = url;
    document.head.append(script);
  });
}

/** Fifteen bits a letter, the first bit the highest. */
function fromLetters(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 15) / 8));
  let bits = 0;
  let waiting = 0;
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    bits = (bits << 15) | (text.charCodeAt(index) - FIRST_LETTER);
    waiting += 15;
    while (waiting >= 8) {
      waiting -= 8;
      bytes[at++] = bits >> waiting;
    }
    bits &= (1 << waiting) - 1;
  }
  return bytes;
}
