// What can go wrong with Python itself; errors of a reader's cell are answers, not these.

/** Python could not be loaded or started; the message says which file and why. */
export class PythonLoadError extends Error {
  name = "PythonLoadError";
}

/** The reader stopped what was running. */
export class PythonStopped extends Error {
  name = "PythonStopped";

  constructor() {
    super("stopped");
  }
}

/** The interpreter broke down (out of memory, `os._exit`…) and has to be started anew. */
export class PythonCrashed extends Error {
  name = "PythonCrashed";
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
