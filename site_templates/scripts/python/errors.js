// What can go wrong with Python itself; errors of a reader's cell are answers, not these.

/** Python could not be loaded or started; the message says which file and why. */
export class PythonLoadError extends Error {
  name = "PythonLoadError";

  /** `absent`: the host has no such file. */
  constructor(message, { absent = false } = {}) {
    super(message);
    this.absent = absent;
  }
}

/** The reader stopped what was running. */
export class PythonStopped extends Error {
  name = "PythonStopped";

  constructor() {
    super("stopped");
  }
}

/**
 * The interpreter broke down (out of memory, `os._exit`…), or a cell broke what others stand on, and Python has to be
 * started anew. `untaken` says that it had gone before it was asked.
 */
export class PythonCrashed extends Error {
  name = "PythonCrashed";

  constructor(message, { untaken = false } = {}) {
    super(message);
    this.untaken = untaken;
  }
}

/** A request that Python answered with an error: its own type, line and traceback come along. */
export class PythonRequestError extends Error {
  name = "PythonRequestError";

  constructor(error) {
    super(`${error.type}: ${error.message}`);
    const { type, line, traceback } = error;
    Object.assign(this, { type, line, traceback });
  }
}
