// What workers start from. Files are kept packed: only starting needs them whole, and a Blob may lie outside of memory.
import { findMembers } from "./archive.js";
import { PythonLoadError } from "./errors.js";

const WASM = "pyodide.asm.wasm";

export class Assets {
  manifest = null;
  #module = null;
  #libraries = [];
  #packed = new Map();
  // Unpacked as they came, for the first worker.
  #whole = new Map();

  /** Whether a file is here already, from an earlier try. */
  has({ name }) {
    return this.#packed.has(name) || (name === WASM && this.#module !== null);
  }

  /** Takes a file in as it comes; `pieces` is a stream of its packed bytes. */
  async receive(entry, pieces) {
    if (entry.name === WASM) {
      this.#module = await compile(unpacked(pieces));
      return;
    }
    const parts = [];
    const copied = new TransformStream({
      transform(piece, controller) {
        parts.push(piece);
        controller.enqueue(piece);
      },
    });
    const bytes = await read(entry, unpacked(pieces.pipeThrough(copied)));
    await this.#compileLibraries(entry, bytes);
    this.#whole.set(entry.name, bytes);
    this.#packed.set(entry.name, new Blob(parts));
  }

  /** For one worker: {manifest, module, libraries, files, members}; the files are its own. */
  async take() {
    const files = {};
    const members = {};
    for (const entry of this.manifest.files) {
      if (entry.name === WASM) continue;
      const whole = this.#whole.get(entry.name);
      files[entry.name] = whole ?? (await read(entry, unpacked(this.#packed.get(entry.name).stream())));
      if (entry.name.endsWith(".whl")) members[entry.name] = findMembers(files[entry.name]);
    }
    this.#whole.clear();
    return { manifest: this.manifest, module: this.#module, libraries: this.#libraries, files, members };
  }

  /** Begin workers without the recorded memory, which this browser could not use. */
  forgetSnapshot() {
    const file = this.manifest.snapshot?.file;
    this.manifest = { ...this.manifest, snapshot: null, files: this.manifest.files.filter(({ name }) => name !== file) };
    this.#packed.delete(file);
  }

  /** The compiled modules that the recorded memory was made with, while other files are still on their way. */
  async #compileLibraries({ name }, bytes) {
    const { snapshot, lock } = this.manifest;
    const isOurs = Object.values(lock.packages).some((entry) => entry.file_name === name);
    if (!snapshot || !isOurs) return;
    const places = new Map(findMembers(bytes).map(([member, from, length]) => [member, bytes.subarray(from, from + length)]));
    const wanted = snapshot.names.map((library) => [library, places.get(library.split("/site-packages/")[1])]);
    for (const [library, code] of wanted) {
      if (code) this.#libraries.push([library, await WebAssembly.compile(code)]);
    }
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
function compile(stream) {
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

const unpacked = (stream) => stream.pipeThrough(new DecompressionStream("gzip"));

async function read({ name, bytes: length }, stream) {
  const bytes = new Uint8Array(length);
  const reader = stream.getReader();
  let done = 0;
  for (;;) {
    const piece = await reader.read().catch((error) => {
      // What came is not what was packed; or the stream says by itself why it ended.
      throw error instanceof TypeError ? new PythonLoadError(`${name}: ${error.message}`) : error;
    });
    if (piece.done) break;
    if (done + piece.value.length > length) throw new PythonLoadError(`${name}: > ${length} bytes`);
    bytes.set(piece.value, done);
    done += piece.value.length;
  }
  if (done !== length) throw new PythonLoadError(`${name}: ${done} / ${length} bytes`);
  return bytes;
}
