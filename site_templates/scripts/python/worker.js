// What runs in the worker. The page makes the worker from this function's source, because a `file://` page
// may start workers from Blobs alone: so the function uses nothing from outside itself.

export function workerMain() {
  // A place that exists nowhere: what Pyodide asks for under it comes from memory.
  const MEMORY = "https://python.invalid/";
  const SITE = "/lib/python3.14/site-packages/";
  const WASM = "pyodide.asm.wasm";
  // Recorded memory has the chance and the time zone of the machine that recorded it.
  const OF_THIS_READER = `import random, time
random.seed()
year = time.localtime().tm_year
moments = [time.localtime(time.mktime((year, month, 1, 0, 0, 0, 0, 0, -1))) for month in (1, 7)]
winter, summer = sorted(moments, key=lambda moment: moment.tm_gmtoff)
time.timezone, time.altzone = -winter.tm_gmtoff, -summer.tm_gmtoff
time.daylight, time.tzname = int(winter.tm_gmtoff != summer.tm_gmtoff), (winter.tm_zone, summer.tm_zone)
`;

  let handle = null;
  // The page's own files wait here until there is a file system to hold them.
  let filesystem = null;
  const given = [];

  // The runtime's files by name, whole, each as a promise; {resolve, promise}.
  const arrivals = new Map();

  function arrival(name) {
    if (!arrivals.has(name)) arrivals.set(name, Promise.withResolvers ? Promise.withResolvers() : withResolvers());
    return arrivals.get(name);
  }

  async function start({ manifest, libraries }) {
    const { lock, environment, packages, imports, snapshot } = manifest;
    // Pyodide takes a worker that can import classic scripts for one that cannot import modules.
    self.importScripts = () => {
      throw new TypeError("importScripts");
    };
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
      ["pyodide.mjs", "pyodide.asm.mjs"].map(async (name) => importSource(await arrival(name).promise)),
    );
    const archives = Object.values(lock.packages).map((entry) => entry.file_name);
    const arrived = Promise.all(manifest.files.map(({ name }) => arrival(name).promise)).then(() => post({ type: "stage", stage: "compile" }));
    // What fails here fails where it is awaited.
    arrived.catch(() => {});
    serveFromMemory(await arrival(WASM).promise);
    const options = {
      indexURL: MEMORY,
      packageBaseUrl: MEMORY,
      lockFileContents: lock,
      createPyodideModule,
      env: environment,
    };
    const restored = snapshot && (await restore(loadPyodide, options, snapshot, libraries ?? compileLibraries(snapshot, archives)));
    const pyodide = restored ?? (await loadPyodide(options));
    filesystem = pyodide.FS;
    for (const file of given.splice(0)) write(file);
    await arrived;
    post({ type: "stage", stage: "packages" });
    if (restored) await install(pyodide, archives);
    else await load(pyodide, packages);
    for (const name of imports) pyodide.pyimport(name).destroy();
    post({ type: "stage", stage: "kernel" });
    handle = pyodide.pyimport("cell_kernel.page").handle;
    // All is in the interpreter's own memory now.
    arrivals.clear();
    post({ type: "ready", restored: Boolean(restored) });
  }

  function withResolvers() {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  }

  async function unpack(name, packed) {
    const unpacking = new DecompressionStream("gzip");
    const writer = unpacking.writable.getWriter();
    // What fails here fails where the result is read.
    writer.write(packed).catch(() => {});
    writer.close().catch(() => {});
    try {
      return new Uint8Array(await new Response(unpacking.readable).arrayBuffer());
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  }

  /** The compiled modules that the recorded memory was made with, for this worker and the next ones. */
  async function compileLibraries({ names }, archives) {
    const compiled = [];
    for (const archive of archives) {
      const bytes = await arrival(archive).promise;
      const places = new Map(members(bytes).map(([name, from, length]) => [SITE + name, [from, from + length]]));
      for (const name of names.filter((one) => places.has(one))) {
        compiled.push([name, await WebAssembly.compile(bytes.subarray(...places.get(name)))]);
      }
    }
    post({ type: "libraries", libraries: compiled });
    return compiled;
  }

  /** [name, start, length] of each member of a zip archive that stores them as they are; the builder makes no others. */
  function members(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = bytes.length - 22;
    if (view.getUint32(end, true) !== 0x06054b50) throw new Error("not an archive of the builder's");
    const decoder = new TextDecoder();
    const found = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
      const header = view.getUint32(at + 42, true);
      const from = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
      found.push([decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)), from, view.getUint32(at + 24, true)]);
      at += 46 + nameLength + extraLength + commentLength;
    }
    return found;
  }

  async function load(pyodide, packages) {
    const troubles = [];
    await pyodide.loadPackage(packages, {
      messageCallback: () => {},
      errorCallback: (message) => troubles.push(message),
    });
    if (troubles.length > 0) throw new Error(troubles.join("\n"));
  }

  /** The packages' files where Python looks for modules; they stay in the buffers that they came in. */
  async function install(pyodide, archives) {
    const made = new Set();
    for (const archive of archives) {
      const bytes = await arrival(archive).promise;
      for (const [name, from, length] of members(bytes)) {
        const path = SITE + name;
        const folder = path.slice(0, path.lastIndexOf("/"));
        if (!made.has(folder)) pyodide.FS.mkdirTree(folder);
        made.add(folder);
        pyodide.FS.writeFile(path, bytes.subarray(from, from + length), { canOwn: true });
      }
    }
    pyodide.runPython(OF_THIS_READER, { globals: pyodide.toPy({}) });
  }

  /**
   * Python from memory recorded at build (builder/runtime/snapshot.mjs); null where this browser does not start as the
   * one that recorded it did. All that is used of Pyodide here is private, and its version is pinned.
   */
  async function restore(loadPyodide, options, snapshot, libraries) {
    try {
      return await loadPyodide({
        ...options,
        async createPyodideModule(settings) {
          // All but the memory is begun while that is on its way.
          const Module = await options.createPyodideModule(settings);
          begin(Module, snapshot, new Map(await libraries), await arrival(snapshot.file).promise);
          return Module;
        },
        // Of Pyodide's own snapshot the head alone: what Python holds of JavaScript.
        _loadSnapshot: Uint8Array.from(atob(snapshot.header), (letter) => letter.charCodeAt(0)),
      });
    } catch (error) {
      console.warn(`Python starts without its recorded memory: ${error?.message ?? error}`);
      return null;
    }
  }

  function begin(Module, snapshot, libraries, recorded) {
    const expect = (found, wanted, what) => {
      if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
    };
    const pointer = (Module.__PyRuntime + Module.HEAP32[Module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
    const trampoline = Module.HEAP32[pointer];
    // Some browsers have no trampoline, nor its place in the table of functions.
    if (trampoline === 0) Module.wasmTable.grow(1);
    expect(Module.wasmTable.length, snapshot.table, "functions at the start");
    const flags = { loadAsync: false, global: false, nodelete: true, allowUndefined: true };
    for (const name of snapshot.names) {
      Module.preloadedWasm[name] = Module.loadWebAssemblyModule(libraries.get(name), flags, name, {});
    }
    expect(Module.wasmTable.length, snapshot.libraries, "functions of the libraries");
    Module.HEAP32[pointer] = 0;
    // Time and chance have decided these; the recorded ones are written below.
    for (const block of snapshot.unstable) Module.HEAPU8.fill(0, block, block + 64);
    expect(sum(Module.HEAP32), snapshot.sum, "memory at the start");
    if (Module.HEAP8.length < snapshot.memory) Module.growMemory(snapshot.memory);
    expect(Module.HEAP8.length, snapshot.memory, "size of the memory");
    const [count] = new Uint32Array(recorded.buffer, 0, 1);
    const runs = new Uint32Array(recorded.buffer, 4, 2 * count);
    let at = 4 + runs.byteLength;
    for (let run = 0; run < runs.length; run += 2) {
      Module.HEAPU8.set(recorded.subarray(at, at + runs[run + 1]), runs[run]);
      at += runs[run + 1];
    }
    Module.HEAP32[pointer] = trampoline;
    for (const [handle, name] of snapshot.handles) Module.loadDynamicLibrary(name, flags, {}, handle);
  }

  function sum(words) {
    let total = 0;
    for (let index = 0; index < words.length; index++) total = (Math.imul(total, 31) + words[index]) | 0;
    return total;
  }

  /** A file where Python starts; without data it is taken away. */
  function write({ name, data }) {
    const path = `${filesystem.cwd()}/${name}`;
    filesystem.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    if (data !== null) filesystem.writeFile(path, data);
    else if (filesystem.analyzePath(path).exists) filesystem.unlink(path);
  }

  function answer({ id, request }) {
    post({ type: "taken", id });
    const emit = (kind, text) => post({ type: "output", id, kind, text });
    let response;
    try {
      response = handle(request, emit);
    } catch (error) {
      // `handle` lets no exception of Python out: what comes here is the end of the interpreter.
      post({ type: "crashed", message: String(error?.message ?? error) });
      return;
    }
    post({ type: "answer", id, response });
  }

  function serveFromMemory(module) {
    const fetchOutside = self.fetch;
    self.fetch = async (resource, options) => {
      const url = resource instanceof Request ? resource.url : String(resource);
      if (!url.startsWith(MEMORY)) return fetchOutside(resource, options);
      const name = url.slice(MEMORY.length);
      if (name === WASM) return new Response();
      const coming = arrivals.get(name);
      return coming ? new Response(await coming.promise) : new Response(null, { status: 404 });
    };
    // Pyodide asks for nothing else in this way, and asks again where its memory could not be restored.
    WebAssembly.instantiateStreaming = async (response, imports) => ({
      module,
      instance: await WebAssembly.instantiate(module, imports),
    });
  }

  async function importSource(bytes) {
    const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
    try {
      return await import(url);
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  // What a cell does to the worker's own names leaves these alone; and a worker that is to close says so.
  const post = self.postMessage.bind(self);
  self.close = () => post({ type: "crashed", message: "close()" });
  self.addEventListener("message", ({ data }) => {
    if (data.type === "request") {
      answer(data);
    } else if (data.type === "file") {
      if (filesystem) write(data);
      else given.push(data);
    } else if (data.type === "part") {
      arrival(data.name).resolve(data.module ?? unpack(data.name, data.packed));
    } else {
      start(data).catch((error) => post({ type: "failed", message: String(error?.message ?? error) }));
    }
  });
}
