// One worker, seen from the page: start it, ask it one thing at a time, end it.
import { PythonCrashed, PythonLoadError, PythonStopped } from "./errors.js";
import { workerMain } from "./worker.js";

/** A worker made of `workerMain`; a Blob, because `file://` allows no other. */
export function blobWorker() {
  const url = URL.createObjectURL(new Blob([`(${workerMain})()`], { type: "text/javascript" }));
  const worker = new Worker(url);
  // A worker that says something has its source; one that is ended before needs none.
  const { terminate } = worker;
  const revoke = () => URL.revokeObjectURL(url);
  worker.addEventListener("message", revoke, { once: true });
  worker.terminate = () => {
    revoke();
    terminate.call(worker);
  };
  return worker;
}

// A worker takes a request at once, for it has nothing else to do: one that does not, for so long, has gone. In many
// short waits, since a machine that sleeps through one has not listened.
const SILENCE = 500;
const SILENCES = 16;

export class PythonClient {
  #worker;
  #starting = null;
  #assets = null;
  #starve = () => {};
  #asked = null;
  #ended = null;
  #count = 0;
  #onStage = () => {};

  constructor(workerFactory = blobWorker) {
    this.#worker = workerFactory();
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      // Once started, it outlives what a cell has left to be called later and is not there to catch.
      if (this.#starting) this.#end(new PythonCrashed(event.message ?? "worker error"));
      else event.preventDefault();
    };
    this.#worker.onmessageerror = () => this.#end(new PythonCrashed("message error"));
  }

  /** Starts Python from `assets`, those still to come too; resolves, when it can answer, with whether from recorded memory. */
  start(assets, onStage) {
    this.#onStage = onStage;
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      this.#assets = assets;
      this.#starve = assets.feed((message) => this.#worker.postMessage(message));
    });
  }

  /** Puts a file where Python starts, before whatever is asked after it. */
  give(name, data) {
    this.#worker.postMessage({ type: "file", name, data });
  }

  /** Sends a request; resolves with the answer, however Python liked it. */
  ask(request, onOutput = () => {}) {
    // It may end while nobody asks it anything.
    if (this.#ended) return Promise.reject(new PythonCrashed(this.#ended.message, { untaken: true }));
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#asked = { id, resolve, reject, onOutput, taken: false };
      this.#worker.postMessage({ type: "request", id, request: JSON.stringify(request) });
      this.#expectTaken(this.#asked);
    });
  }

  /** Ends the worker, whatever it does; what was awaited fails with PythonStopped. */
  terminate() {
    this.#end(new PythonStopped());
  }

  async #expectTaken(asked) {
    for (let silences = 0; silences < SILENCES; silences++) {
      await new Promise((resolve) => setTimeout(resolve, SILENCE));
      if (asked.taken || this.#asked !== asked) return;
    }
    this.#end(new PythonCrashed("", { untaken: true }));
  }

  /** Cells can post messages too: those that are none of ours are let go. */
  #receive(data) {
    if (!data?.type) return;
    if (data.type === "stage") {
      this.#onStage(data.stage);
    } else if (data.type === "libraries") {
      this.#assets.keepLibraries(data.libraries);
    } else if (data.type === "ready") {
      this.#starve();
      this.#starting.resolve(data.restored);
      this.#starting = null;
    } else if (data.type === "failed") {
      this.#end(new PythonLoadError(data.message));
    } else if (data.type === "crashed") {
      this.#end(new PythonCrashed(data.message.trim().split("\n").at(-1)));
    } else if (this.#asked && data.id === this.#asked.id) {
      if (data.type === "taken") {
        this.#asked.taken = true;
      } else if (data.type === "output") {
        this.#asked.onOutput({ kind: data.kind, text: data.text });
      } else {
        const { resolve } = this.#asked;
        this.#asked = null;
        resolve(JSON.parse(data.response));
      }
    }
  }

  #end(error) {
    this.#ended ??= error;
    this.#starve();
    this.#worker.terminate();
    this.#worker.onmessage = null;
    const waiting = [this.#starting, this.#asked];
    this.#starting = this.#asked = null;
    for (const one of waiting) one?.reject(error);
  }
}
