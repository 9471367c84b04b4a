// The runtime's files over http, all at once, counted as they stream in.
import { counter } from "./assets.js";
import { PythonLoadError } from "./errors.js";

// A connection that brings nothing for so long is taken for dead.
const SILENCE = 30_000;

/** Fetches what `manifest.json` under `base` lists into `assets`; only what an earlier try did not bring. */
export async function fetchAssets(base, assets, { signal, onProgress }) {
  assets.manifest ??= await (await request(base, "manifest.json", signal)).json();
  const progress = counter(assets.manifest, onProgress);
  const missing = assets.manifest.files.map(async (entry) => {
    if (assets.has(entry)) return progress(entry.packed);
    const response = await request(base, `${entry.name}.packed`, signal);
    await assets.receive(entry, arriving(entry, response, progress));
  });
  await Promise.all(missing);
}

/** Fetches all of it once, for the browser to keep; what fails here is told when Python is loaded. */
export async function prefetchAssets(base) {
  try {
    const { files } = await (await fetch(`${base}manifest.json`, { priority: "low" })).json();
    for (const { name } of files) await (await fetch(`${base}${name}.packed`, { priority: "low" })).blob();
  } catch {
    // Nothing was promised.
  }
}

async function request(base, name, signal) {
  let response;
  try {
    response = await fetch(base + name, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PythonLoadError(`${name}: ${error.message}`);
  }
  const { ok, status } = response;
  if (!ok) throw new PythonLoadError(`${name}: HTTP ${status}`, { absent: status === 404 || status === 410 });
  return response;
}

/** The body as a stream that fails if it stalls, or is not as long as the manifest says. */
function arriving(entry, response, progress) {
  const reader = response.body.getReader();
  let done = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = await next(reader, entry);
      if (piece.done) {
        if (done !== entry.packed) throw new PythonLoadError(`${entry.name}: ${done} / ${entry.packed} bytes`);
        controller.close();
        return;
      }
      done += piece.value.length;
      if (done > entry.packed) throw new PythonLoadError(`${entry.name}: > ${entry.packed} bytes`);
      progress(piece.value.length);
      controller.enqueue(piece.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function next(reader, { name }) {
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new PythonLoadError(`${name}: timeout`)), SILENCE);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    reader.cancel().catch(() => {});
    if (error.name === "AbortError" || error instanceof PythonLoadError) throw error;
    throw new PythonLoadError(`${name}: ${error.message}`);
  } finally {
    clearTimeout(timer);
  }
}
