// What runs in the worker. The page makes the worker from this function's source, because a `file://` page
// may start workers from Blobs alone: so the function uses nothing from outside itself.

export function workerMain() {
  // A place that exists nowhere: what Pyodide asks for under it comes from memory.
  const MEMORY = "https://python.invalid/";

  let handle = null;
  // The page's own files wait here until there is a file system to hold them.
  let filesystem = null;
  const given = [];

  async function start({ files, module, lock, packages, imports }) {
    serveFromMemory(files, module);
    post({ type: "stage", stage: "compile" });
    const { loadPyodide } = await importSource(files["pyodide.mjs"]);
    const { default: createPyodideModule } = await importSource(files["pyodide.asm.mjs"]);
    const pyodide = await loadPyodide({
      indexURL: MEMORY,
      packageBaseUrl: MEMORY,
      lockFileContents: lock,
      createPyodideModule,
      env: { HOME: "/home/lector" },
    });
    filesystem = pyodide.FS;
    for (const file of given.splice(0)) write(file);
    post({ type: "stage", stage: "packages" });
    const troubles = [];
    await pyodide.loadPackage(packages, {
      messageCallback: () => {},
      errorCallback: (message) => troubles.push(message),
    });
    if (troubles.length > 0) throw new Error(troubles.join("\n"));
    for (const name of imports) pyodide.pyimport(name).destroy();
    post({ type: "stage", stage: "kernel" });
    handle = pyodide.pyimport("cell_kernel.page").handle;
    // All is in the interpreter's own memory now.
    for (const name of Object.keys(files)) delete files[name];
    post({ type: "ready" });
  }

  /** A file where Python starts; without data it is taken away. */
  function write({ name, data }) {
    const path = `${filesystem.cwd()}/${name}`;
    filesystem.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    if (data !== null) filesystem.writeFile(path, data);
    else if (filesystem.analyzePath(path).exists) filesystem.unlink(path);
  }

  function answer({ id, request }) {
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

  function serveFromMemory(files, module) {
    // Pyodide takes a worker that can import classic scripts for one that cannot import modules.
    self.importScripts = () => {
      throw new TypeError("importScripts");
    };
    const fetchOutside = self.fetch;
    self.fetch = async (resource, options) => {
      const url = resource instanceof Request ? resource.url : String(resource);
      if (!url.startsWith(MEMORY)) return fetchOutside(resource, options);
      const name = url.slice(MEMORY.length);
      if (name === "pyodide.asm.wasm") return new Response();
      return name in files ? new Response(files[name]) : new Response(null, { status: 404 });
    };
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (response, imports) => {
      WebAssembly.instantiateStreaming = instantiateStreaming;
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    };
  }

  async function importSource(bytes) {
    const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
    try {
      return await import(url);
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  const post = (message) => self.postMessage(message);

  self.onmessage = ({ data }) => {
    if (data.type === "request") {
      answer(data);
    } else if (data.type === "file") {
      if (filesystem) write(data);
      else given.push(data);
    } else {
      start(data).catch((error) => post({ type: "failed", message: String(error?.message ?? error) }));
    }
  };
}
