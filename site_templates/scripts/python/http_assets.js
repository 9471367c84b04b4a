// The runtime's files over http, all at once, counted as they stream in.
import { PythonLoadError } from "./errors.js";

// A connection that brings nothing for so long is taken for dead.
const SILENCE = 30_000;

const WASM = "pyodide.asm.wasm";

/**
 * Fetches what `manifest.json` under `base` lists.
 *
 * `kept` maps names to what earlier tries brought; only what is missing is fetched, and added to it.
 * Gives {manifest, module, files}: a WebAssembly.Module, and a Uint8Array for each other file by name.
 */
export async function fetchAssets(base, { kept, signal, onProgress }) {
  kept.manifest ??= await (await request(base, "manifest.json", signal)).json();
  const progress = counter(kept.manifest, onProgress);
  const missing = kept.manifest.files.map(async (entry) => {
    if (kept[entry.name]) return progress(entry.bytes);
    const response = await request(base, entry.name, signal);
    kept[entry.name] = await (entry.name === WASM ? compile : read)(entry, response, progress);
  });
  await Promise.all(missing);
  const { manifest, [WASM]: module, ...files } = kept;
  return { manifest, module, files };
}

/** Adds up the bytes that arrive; tells `onProgress(loaded, total)`. */
export function counter(manifest, onProgress) {
  const total = manifest.files.reduce((sum, entry) => sum + entry.bytes, 0);
  let loaded = 0;
  return (bytes) => {
    loaded += bytes;
    onProgress(loaded, total);
  };
}

async function request(base, name, signal) {
  let response;
  try {
    response = await fetch(base + name, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PythonLoadError(`${name}: ${error.message}`);
  }
  if (!response.ok) throw new PythonLoadError(`${name}: HTTP ${response.status}`);
  return response;
}

async function read(entry, response, progress) {
  const bytes = new Uint8Array(entry.bytes);
  let done = 0;
  for await (const chunk of chunks(entry, response, progress)) {
    bytes.set(chunk, done);
    done += chunk.length;
  }
  return bytes;
}

/** Compiles while it streams; the response is made anew, so the server's idea of its type does not matter. */
async function compile(entry, response, progress) {
  const stream = new ReadableStream({
    start(controller) {
      this.chunks = chunks(entry, response, progress);
    },
    async pull(controller) {
      const { done, value } = await this.chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

/** The body in pieces; fails if it stalls, or is not as long as the manifest says. */
async function* chunks(entry, response, progress) {
  const reader = response.body.getReader();
  let done = 0;
  try {
    for (;;) {
      const piece = await withinSilence(reader.read(), entry.name);
      if (piece.done) break;
      done += piece.value.length;
      if (done > entry.bytes) break;
      progress(piece.value.length);
      yield piece.value;
    }
  } catch (error) {
    if (error.name === "AbortError" || error instanceof PythonLoadError) throw error;
    throw new PythonLoadError(`${entry.name}: ${error.message}`);
  } finally {
    reader.cancel().catch(() => {});
  }
  if (done !== entry.bytes) throw new PythonLoadError(`${entry.name}: ${done} / ${entry.bytes} bytes`);
}

async function withinSilence(promise, name) {
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new PythonLoadError(`${name}: timeout`)), SILENCE);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
