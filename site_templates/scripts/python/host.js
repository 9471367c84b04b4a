// Python for one page: loads it on first use, runs cells and answers requests in turn, stops anything.
import { Assets } from "./assets.js";
import { PythonClient } from "./client.js";
import { PythonCrashed, PythonLoadError, PythonRequestError, PythonStopped } from "./errors.js";
import { fetchAssets, prefetchAssets } from "./http_assets.js";
import { loadScriptAssets } from "./script_assets.js";
import { SpareWorker } from "./spare.js";

export { PythonCrashed, PythonLoadError, PythonRequestError, PythonStopped };

// Listeners hear of every change of phase or stage, and of progress no more often than this.
const PROGRESS_EVERY = 80;

/**
 * `base` is the runtime's folder, relative to the page, with a slash at its end. `isFile` says that the page
 * was opened by double click. `workerFactory` makes the worker; the default suits every page.
 */
export function createPythonHost({ base, isFile, workerFactory }) {
  return new PythonHost(base, isFile ? loadScriptAssets : fetchOrLoad(), isFile ? null : prefetchAssets, workerFactory);
}

/** From files on http; or from scripts, where a folder that was made for double clicks, and has no others, is served. */
function fetchOrLoad() {
  let get = fetchAssets;
  return async (...request) => {
    const [, assets] = request;
    try {
      await get(...request);
    } catch (error) {
      if (!error.absent || assets.manifest) throw error;
      try {
        await loadScriptAssets(...request);
      } catch (other) {
        throw assets.manifest ? other : error;
      } finally {
        if (assets.manifest) get = loadScriptAssets;
      }
    }
  };
}

class PythonHost {
  #base;
  #getAssets;
  #prefetchAssets;
  #workerFactory;
  #status = { phase: "idle", stage: null, loadedBytes: 0, totalBytes: 0, error: null };
  #listeners = new Set();
  #lastProgress = 0;
  #assets = new Assets();
  #isFetched = false;
  #restored = null;
  #loading = null;
  #aborter = null;
  #client = null;
  #spare = new SpareWorker(() => this.#begin());
  #queue = [];
  #running = null;
  // What a new worker has to be told to be where the last one was: by key, in order of completion.
  #completed = new Map();
  #replaying = null;
  // Files of the page's own, for this worker and the next ones.
  #given = new Map();

  constructor(base, getAssets, prefetch, workerFactory) {
    this.#base = base;
    this.#getAssets = getAssets;
    this.#prefetchAssets = prefetch;
    this.#workerFactory = workerFactory;
  }

  /** {phase, stage, loadedBytes, totalBytes, error}; phases and stages are those of the interface's strings. */
  get status() {
    return this.#status;
  }

  /** Whether Python began from the memory recorded at build; null before it began. */
  get restored() {
    return this.#restored;
  }

  /** Whether a second worker waits, for the moment in which the first one is stopped. */
  get hasSpare() {
    return this.#spare.isReady;
  }

  /** Brings the files as far as the browser's own cache, and starts nothing. */
  async prefetch() {
    if (this.#status.phase === "idle") await this.#prefetchAssets?.(this.#base);
  }

  /** Calls `listener(status)` on each change; gives the function that ends it. */
  onStatus(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Puts a file where Python starts, now and after every restart; `data` is text or bytes, null takes the file away. */
  give(name, data) {
    if (data === null) this.#given.delete(name);
    else this.#given.set(name, data);
    this.#client?.give(name, data);
  }

  /** Loads and starts Python once; after a failure, tries again with what is still missing. */
  load() {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /**
   * Runs a cell after what was asked before it. Gives {status: "ok" | "error" | "stopped", error};
   * rejects when Python cannot be loaded. `onOutput({kind, text})` hears the output as it is written.
   */
  async runCell({ id, name = id, source, environment = "", onOutput }) {
    const request = { do: "run", name, source, environment };
    try {
      const response = await this.#enqueue({ request, onOutput, isCell: true, key: `cell ${environment} ${id}` });
      return response.ok ? { status: "ok", error: null } : { status: "error", error: response.error };
    } catch (error) {
      if (error instanceof PythonStopped) return { status: "stopped", error: null };
      if (error instanceof PythonCrashed) return { status: "error", error: crash(error) };
      throw error;
    }
  }

  /** Sends a request of `cell_kernel.page`; rejects with PythonRequestError, PythonStopped or PythonCrashed. */
  async call(request) {
    const key = request.do === "define_views" ? `views ${Object.keys(request.modules)}` : null;
    const response = await this.#enqueue({ request, isCell: false, key });
    if (!response.ok) throw new PythonRequestError(response.error);
    return response;
  }

  /**
   * Ends what is running, loading included, and the cells that wait; resolves when Python is back where
   * it was, the completed cells replayed. Called during the replay, it leaves out the cell being replayed.
   */
  async stop() {
    const { phase } = this.#status;
    if (phase === "loading") {
      this.#cancelCells();
      this.#aborter.abort(new PythonStopped());
      this.#client?.terminate();
    } else if (phase === "busy" || phase === "stopping") {
      if (phase === "stopping") this.#completed.delete(this.#replaying);
      this.#cancelCells();
      this.#client.terminate();
      this.#restart();
    }
    await this.#settled();
  }

  async #load() {
    this.#aborter = new AbortController();
    try {
      // The worker takes in what has come while the rest is on its way.
      const starting = this.#startWorker();
      // Its end comes with that of the files, if they fail.
      starting.catch(() => {});
      if (!this.#isFetched) {
        this.#set({ phase: "loading", stage: "download", loadedBytes: 0, totalBytes: 0, error: null });
        await this.#getAssets(this.#base, this.#assets, {
          signal: this.#aborter.signal,
          onProgress: (loadedBytes, totalBytes) => this.#progress(loadedBytes, totalBytes),
        });
        this.#isFetched = true;
      }
      this.#set({ phase: "loading", stage: "start", error: null });
      await this.#comeBack(starting);
      this.#becomeReady();
    } catch (error) {
      const stopped = this.#aborter.signal.aborted || error instanceof PythonStopped;
      // The downloads that go on beside the failed one would only be in the way of the next try.
      this.#aborter.abort(error);
      this.#client?.terminate();
      this.#client = null;
      if (stopped) this.#set({ phase: "idle", stage: null, error: null });
      else this.#set({ phase: "failed", stage: null, error });
      throw stopped ? new PythonStopped() : error;
    }
  }

  async #startWorker() {
    const { client, started } = this.#spare.take() ?? this.#begin((stage) => this.#set({ stage }));
    this.#client = client;
    for (const [name, data] of this.#given) client.give(name, data);
    const restored = await started;
    // A spare worker has started long ago, and may have been stopped since.
    if (this.#client !== client) throw new PythonStopped();
    this.#restored = restored;
    if (!this.#restored) this.#assets.forgetSnapshot();
  }

  /** A worker under way: {client, started}. */
  #begin(onStage = () => {}) {
    const client = new PythonClient(this.#workerFactory);
    return { client, started: client.start(this.#assets, onStage) };
  }

  #restart() {
    this.#set({ phase: "stopping", stage: "start" });
    const restarting = (async () => {
      await this.#comeBack(this.#startWorker());
      this.#becomeReady();
      this.#spare.prepareSoon();
    })().catch((error) => {
      // A stop during the restart has begun another one.
      if (this.#loading !== restarting) return;
      this.#loading = null;
      this.#set({ phase: "failed", stage: null, error });
      this.#failQueue(error);
    });
    this.#loading = restarting;
  }

  /** All that was completed is done again in the worker that starts; what breaks it is left out of the next one. */
  async #comeBack(starting) {
    await starting;
    try {
      await this.#replay();
    } catch (error) {
      if (!(error instanceof PythonCrashed)) throw error;
      this.#completed.delete(this.#replaying);
      await this.#comeBack(this.#startWorker());
    }
  }

  async #replay() {
    if (this.#completed.size === 0) return;
    this.#set({ stage: "replay" });
    for (const [key, request] of [...this.#completed]) {
      this.#replaying = key;
      const { ok } = await this.#client.ask(request);
      if (!ok) this.#completed.delete(key);
      await this.#check();
    }
    this.#replaying = null;
  }

  /** Fails with PythonCrashed where what has just run left Python unfit for others. */
  async #check() {
    let fault;
    try {
      const { ok, error } = await this.#client.ask({ do: "check" });
      if (ok) return;
      fault = error;
    } catch (error) {
      if (!(error instanceof PythonCrashed)) throw error;
      fault = error;
    }
    this.#client.terminate();
    throw new PythonCrashed(fault.message);
  }

  async #settled() {
    let awaited = null;
    while (this.#loading !== awaited) {
      awaited = this.#loading;
      try {
        await awaited;
      } catch {
        // Whoever asked for the load hears of its failure; here only its end matters.
      }
    }
  }

  #enqueue(job) {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...job, resolve, reject });
      this.load().then(
        () => this.#next(),
        (error) => this.#failQueue(error),
      );
    });
  }

  async #next() {
    if (this.#running || this.#status.phase !== "ready") return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#running = job;
    this.#set({ phase: "busy" });
    try {
      const response = await this.#client.ask(job.request, job.onOutput);
      if (job.isCell) await this.#check();
      if (job.key && response.ok) {
        // The newest run of a cell takes its place among the last.
        this.#completed.delete(job.key);
        this.#completed.set(job.key, job.request);
      }
      // Who runs cells may want to stop one.
      if (job.isCell) this.#spare.prepareSoon();
      this.#running = null;
      job.resolve(response);
      this.#becomeReady();
    } catch (error) {
      this.#running = null;
      if (error.untaken && !job.isAgain) this.#queue.unshift({ ...job, isAgain: true });
      else job.reject(error);
      if (error instanceof PythonCrashed) this.#restart();
    }
  }

  #becomeReady() {
    this.#set({ phase: "ready", stage: null, error: null });
    this.#next();
  }

  #cancelCells() {
    const cells = this.#queue.filter((job) => job.isCell);
    this.#queue = this.#queue.filter((job) => !job.isCell);
    for (const job of cells) job.reject(new PythonStopped());
  }

  #failQueue(error) {
    const jobs = this.#queue;
    this.#queue = [];
    for (const job of jobs) job.reject(error);
  }

  #progress(loadedBytes, totalBytes) {
    this.#status = { ...this.#status, loadedBytes, totalBytes };
    const now = performance.now();
    if (now - this.#lastProgress < PROGRESS_EVERY && loadedBytes < totalBytes) return;
    this.#lastProgress = now;
    this.#set({});
  }

  #set(change) {
    this.#status = { ...this.#status, ...change };
    for (const listener of this.#listeners) listener(this.#status);
  }
}

function crash({ message }) {
  return { type: "PythonCrashed", message, line: null, traceback: message && `${message}\n` };
}
