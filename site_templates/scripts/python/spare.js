// A second worker, started while nothing happens, so that stopping the first one costs no start.
import { hasRoom } from "./room.js";

// After a cell's end the reader reads its output; and what is not idle by then is started anyway.
const SOON = 1000;
const AT_LAST = 10_000;

export class SpareWorker {
  #begin;
  #waiting = null;
  #timer = 0;

  /** `begin()` makes a worker: {client, started}. */
  constructor(begin) {
    this.#begin = begin;
  }

  get isReady() {
    return this.#waiting?.isReady ?? false;
  }

  /** Makes one when the page is idle, where the machine has memory for two. */
  prepareSoon() {
    if (this.#waiting || this.#timer || !hasRoom()) return;
    this.#timer = setTimeout(() => {
      if (window.requestIdleCallback) requestIdleCallback(() => this.#prepare(), { timeout: AT_LAST });
      else this.#prepare();
    }, SOON);
  }

  /** The worker that waits, or is on its way; then there is none until one is prepared again. */
  take() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #prepare() {
    this.#timer = 0;
    if (this.#waiting) return;
    const made = { ...this.#begin(), isReady: false };
    this.#waiting = made;
    made.started.then(
      () => {
        made.isReady = true;
      },
      () => {
        // Without a spare one, stopping takes as long as a start.
        if (this.#waiting === made) this.#waiting = null;
      },
    );
  }
}
