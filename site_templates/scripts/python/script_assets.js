// The runtime's files on a `file://` page, where classic scripts are all that a browser lets one load.
// Each script calls `libroPython(name, content)` once.
import { PythonLoadError } from "./errors.js";
import { counter } from "./http_assets.js";

const WASM = "pyodide.asm.wasm";

/** As `fetchAssets` of http_assets.js, from the scripts under `base` + "file/". */
export async function loadScriptAssets(base, { kept, signal, onProgress }) {
  kept.manifest ??= await receive(`${base}file/manifest.js`, "manifest", signal);
  const progress = counter(kept.manifest, onProgress);
  const decoding = [];
  for (const entry of kept.manifest.files) {
    if (!kept[entry.name]) {
      // One script after another, since the disk is one; decoding goes on meanwhile.
      const text = await receive(`${base}file/${entry.name}.js`, entry.name, signal);
      decoding.push(keep(entry, text, kept));
    }
    progress(entry.bytes);
  }
  await Promise.all(decoding);
  const { manifest, [WASM]: module, ...files } = kept;
  return { manifest, module, files };
}

async function keep(entry, text, kept) {
  const bytes = await decode(entry, text);
  if (bytes.length !== entry.bytes) throw new PythonLoadError(`${entry.name}: ${bytes.length} / ${entry.bytes} bytes`);
  kept[entry.name] = entry.name === WASM ? await WebAssembly.compile(bytes) : bytes;
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

async function decode(entry, text) {
  const bytes = fromBase64(text);
  if (entry.encoding === "plain") return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
