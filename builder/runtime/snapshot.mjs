// Records the memory of a started Python under Node, for pages to begin from. The job arrives as JSON in the file named
// by the first argument. What it uses of Pyodide is private, so scripts/python/worker.js checks all of it before it trusts it.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
// Node would show the line that threw, and Pyodide's are half a megabyte long.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});

const SITE = "/lib/python3.14/site-packages";
const LIBRARY = "/lib/python314.zip";
// Memory is compared with what every start brings, in blocks, and only what differs is kept.
const BLOCK = 64;

// The same memory each time: clocks that nobody winds, and chance that nobody casts. Pages cast anew.
const chance = { moment: 0, step: 0.01, date: 1_700_000_000_000, byte: 7 };
Date.now = () => chance.date;
performance.now = () => (chance.moment += chance.step);
createRequire(import.meta.url)("node:crypto").randomFillSync = (view) => view.fill(chance.byte);

const from = (name) => pathToFileURL(path.join(job.core, name)).href;
const { loadPyodide } = await import(from("pyodide.mjs"));
const { default: createPyodideModule } = await import(from("pyodide.asm.mjs"));

const trampoline = (Module) => (Module.__PyRuntime + Module.HEAP32[Module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;

const options = {
  indexURL: job.core,
  packageBaseUrl: job.core,
  lockFileContents: JSON.parse(fs.readFileSync(path.join(job.core, "pyodide-lock.json"), "utf8")),
  env: job.environment,
  // As pages call it; Node would have the path of this script.
  _sysExecutable: "./this.program",
};

/** The compiled libraries come before Python does, here and in the page: so they lie in the same places. */
function begin(Module) {
  // A Node without WebAssembly's garbage collection has no trampoline for Python's calls; most browsers do.
  if (Module.HEAP32[trampoline(Module)] === 0) Module.wasmTable.grow(1);
  const table = Module.wasmTable.length;
  for (const [name, file] of job.libraries) {
    const library = new WebAssembly.Module(fs.readFileSync(file));
    const flags = { loadAsync: false, global: false, nodelete: true, allowUndefined: true };
    Module.preloadedWasm[name] = Module.loadWebAssemblyModule(library, flags, name, {});
  }
  const memory = Module.HEAPU8.slice();
  // Each browser keeps its own.
  new Int32Array(memory.buffer)[trampoline(Module)] = 0;
  return { Module, memory, table, libraries: Module.wasmTable.length };
}

/** Memory as it is before Python starts, at another time, on a slower machine and by another chance. */
function beginElsewhere() {
  const here = { ...chance };
  Object.assign(chance, { moment: 12_345_678.5, step: 7.3, date: 1_800_000_000_000, byte: 200 });
  return new Promise((resolve) => {
    loadPyodide({
      ...options,
      createPyodideModule(settings) {
        settings.noInitialRun = true;
        settings.onRuntimeInitialized = function () {
          resolve(begin(this).memory);
        };
        createPyodideModule(settings);
        return new Promise(() => {});
      },
    });
  }).finally(() => Object.assign(chance, here));
}

const elsewhere = await beginElsewhere();
let start;
const pyodide = await loadPyodide({
  ...options,
  createPyodideModule(settings) {
    settings.onRuntimeInitialized = function () {
      start = begin(this);
    };
    return createPyodideModule(settings);
  },
  _makeSnapshot: true,
});
for (const wheel of job.wheels) {
  pyodide.unpackArchive(new Uint8Array(fs.readFileSync(wheel)), "wheel", { extractDir: SITE });
}
// By clocks that stand still, no folder looks changed.
pyodide.runPython("import importlib; importlib.invalidate_caches()");
for (const name of job.imports) pyodide.runPython(`import ${name}`);
// The page has the library as source, where its members lie elsewhere in the archive; and folders of its own.
pyodide.FS.writeFile(LIBRARY, new Uint8Array(fs.readFileSync(job.library)));
pyodide.runPython(`
import gc, sys, zipimport
for place, finder in list(sys.path_importer_cache.items()):
    if isinstance(finder, zipimport.zipimporter):
        finder.invalidate_caches()
    else:
        del sys.path_importer_cache[place]
del place, finder
gc.collect()
`);

const { Module, memory: before } = start;
for (let index = start.libraries; index < Module.wasmTable.length; index++) {
  if (Module.wasmTable.get(index) !== null) throw new Error(`a function that starting does not bring: ${index}`);
}
// Pyodide's own snapshot is a header, and the memory.
const whole = pyodide.makeMemorySnapshot();
const header = whole.subarray(0, new Uint32Array(whole.buffer, 0, 2)[1]);
Module.HEAP32[trampoline(Module)] = 0;
// What time and chance decide is no part of what the page compares, and always written.
const unstable = changes(before, elsewhere, 0).flatMap(([at, length]) => Array.from({ length: length / BLOCK }, (_, block) => at + block * BLOCK));
for (const at of unstable) before.fill(0, at, at + BLOCK);
const runs = changes(before, Module.HEAPU8, 4);
const pieces = [Uint32Array.of(runs.length, ...runs.flat()), ...runs.map(([at, length]) => Module.HEAPU8.subarray(at, at + length))];
const bytes = pieces.map((piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
fs.writeFileSync(path.join(job.out, "memory.bin"), Buffer.concat(bytes));
const handles = Object.entries(Module.LDSO.loadedLibsByHandle).map(([handle, { name }]) => [Number(handle), name]);
fs.writeFileSync(path.join(job.out, "start.json"), JSON.stringify({
  handles: handles.filter(([handle]) => handle !== 0).sort(([one], [other]) => one - other),
  header: Buffer.from(header).toString("base64"),
  libraries: start.libraries,
  memory: Module.HEAPU8.length,
  sum: sum(before),
  table: start.table,
  unstable,
}));
process.exit(0);

/** Where `after` differs from `before`, as [start, length]; up to `gap` blocks between two changes go along. */
function changes(before, after, gap) {
  const [old, now] = [new BigUint64Array(before.buffer), new BigUint64Array(after.buffer)];
  const found = [];
  for (let block = 0; block < after.length; block += BLOCK) {
    let differs = false;
    for (let word = block / 8; word < (block + BLOCK) / 8 && !differs; word++) differs = now[word] !== (old[word] ?? 0n);
    if (!differs) continue;
    const last = found.at(-1);
    if (last && block - (last[0] + last[1]) <= gap * BLOCK) last[1] = block + BLOCK - last[0];
    else found.push([block, BLOCK]);
  }
  return found;
}

/** As in worker.js. */
function sum(memory) {
  const words = new Int32Array(memory.buffer, memory.byteOffset, memory.byteLength >> 2);
  let total = 0;
  for (let index = 0; index < words.length; index++) total = (Math.imul(total, 31) + words[index]) | 0;
  return total;
}
