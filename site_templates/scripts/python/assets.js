// What workers start from: files as they came, packed, and the compiled WebAssembly. Each worker is fed with copies, with
// what is here at once and with the rest as it comes.

const WASM = "pyodide.asm.wasm";

export class Assets {
  #manifest = null;
  // By name: {packed} or, of WebAssembly, {module}.
  #parts = new Map();
  #libraries = null;
  #fed = new Set();

  get manifest() {
    return this.#manifest;
  }

  set manifest(manifest) {
    this.#manifest = manifest;
    for (const send of this.#fed) send(this.#start());
  }

  /** Whether a file is here already, from an earlier try. */
  has({ name }) {
    return this.#parts.has(name);
  }

  /** Takes a file in; `pieces` is a stream of its packed bytes. */
  async receive({ name, packed: length }, pieces) {
    const part = name === WASM ? { module: await compile(pieces) } : { packed: await collect(pieces, length) };
    this.#parts.set(name, part);
    for (const send of this.#fed) send({ type: "part", name, ...part });
  }

  /** Begins to tell a worker all of it by `send(message)`; gives the function that ends it. */
  feed(send) {
    this.#fed.add(send);
    if (this.#manifest) send(this.#start());
    for (const [name, part] of this.#parts) send({ type: "part", name, ...part });
    return () => this.#fed.delete(send);
  }

  /** What a worker has compiled need not be compiled again. */
  keepLibraries(libraries) {
    this.#libraries = libraries;
  }

  /** Begin workers without the recorded memory, which this browser could not use. */
  forgetSnapshot() {
    if (!this.#manifest.snapshot) return;
    const { file } = this.#manifest.snapshot;
    this.#manifest = { ...this.#manifest, snapshot: null, files: this.#manifest.files.filter(({ name }) => name !== file) };
    this.#parts.delete(file);
  }

  #start() {
    return { type: "start", manifest: this.#manifest, libraries: this.#libraries };
  }
}

/** Adds up the bytes that arrive; tells `onProgress(loaded, total)`. */
export function counter(manifest, onProgress) {
  const total = manifest.files.reduce((sum, entry) => sum + entry.packed, 0);
  let loaded = 0;
  return (bytes) => {
    loaded += bytes;
    onProgress(loaded, total);
  };
}

/** The response is made anew, so the server's idea of its type does not matter. */
function compile(pieces) {
  const stream = pieces.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

async function collect(pieces, length) {
  const bytes = new Uint8Array(length);
  const reader = pieces.getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.length;
  }
}
