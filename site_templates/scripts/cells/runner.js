// When cells run: one at a time, those they depend on first, and only if these are not as they ran last.
import { t } from "../strings.js";

/** Connect the cells of a page with its Python; without one they stay as the build left them. */
export function createRunner(cells, python) {
  if (!python) {
    for (const cell of cells) unavailable(cell);
    return;
  }

  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const ran = new Map(); // cell → the source with which it last ended well
  let queue = [];
  let asked = null; // the cell whose turn it is: itself running, or waiting for one it depends on
  let current = null; // the cell that runs

  const request = (cell) => {
    if (cell === asked || cell === current || queue.includes(cell)) return;
    queue.push(cell);
    cell.show("waiting");
    cell.say(asked ? t("cell.waiting") : "");
    if (!asked) next();
  };

  const next = async () => {
    while (queue.length) {
      asked = queue.shift();
      await runWithDependencies();
      asked = null;
    }
  };

  const runWithDependencies = async () => {
    for (const cell of chain(asked, byName)) {
      if (cell !== asked && ran.get(cell) === cell.source) continue;
      if (cell !== asked) asked.say(t("cell.runs_first", { name: cell.name }));
      const ended = await runOne(cell);
      if (ended !== "ok" && cell !== asked) {
        asked.show(ended === "failed-load" ? "failed-load" : "idle");
        asked.say(t("cell.first_failed", { name: cell.name }));
      }
      if (ended !== "ok") return;
    }
  };

  const runOne = async (cell) => {
    const source = cell.source;
    current = cell;
    ran.delete(cell);
    cell.show("running");
    cell.say(python.status.phase === "ready" ? t("cell.running") : "");
    const unsubscribe = python.onStatus((status) => follow(cell, status));
    follow(cell, python.status);
    let started = null;
    let emptied = false;
    const empty = () => {
      if (!emptied) cell.output.clear();
      emptied = true;
    };
    try {
      await python.load();
      cell.progress.hide();
      cell.say(t("cell.running"));
      // Until Python is there, what the build printed stays to be read.
      empty();
      started = performance.now();
      const result = await python.runCell({
        id: cell.name,
        source,
        environment: cell.environment,
        onOutput: (piece) => cell.output.add(piece),
      });
      // A breakdown of Python itself has no output of its own to tell it.
      if (result.error?.type === "PythonCrashed") cell.output.add({ kind: "error", text: result.error.traceback });
      cell.output.settle();
      cell.markRun();
      return finish(cell, source, result, started);
    } catch (error) {
      return fail(cell, error);
    } finally {
      unsubscribe();
      cell.progress.hide();
      current = null;
    }
  };

  const finish = (cell, source, result, started) => {
    cell.show("idle");
    if (result.status === "ok") {
      ran.set(cell, source);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      cell.say(cell.output.text ? t("cell.done_in", { seconds }) : `${t("cell.done_in", { seconds })} · ${t("cell.empty")}`);
    } else {
      cell.say(t(result.status === "stopped" ? "cell.stopped" : "cell.failed"));
    }
    return result.status;
  };

  const fail = (cell, error) => {
    if (python.status.phase !== "failed") {
      // Stopped before Python had loaded: nothing went wrong.
      cell.show("idle");
      cell.say(t("cell.stopped"));
      return "stopped";
    }
    cell.show("failed-load");
    const detail = error?.message ? ` ${t("python.load_failed_detail", { detail: error.message })}` : "";
    cell.say(`${t("python.load_failed")} ${t("python.load_failed_hint")}${detail}`);
    return "failed-load";
  };

  const stop = async (cell) => {
    if (cell !== current && cell !== asked) {
      queue = queue.filter((one) => one !== cell);
      cell.show("idle");
      cell.say(t("cell.stopped"));
      return;
    }
    const waiting = queue;
    queue = [];
    for (const one of waiting) {
      one.show("idle");
      one.say(t("cell.stopped"));
    }
    cell.say(t("cell.stopping"));
    try {
      await python.stop();
    } catch {
      // What went wrong on the way back is in `python.status`; the next run shows it.
    }
  };

  for (const cell of cells) {
    cell.on.run = () => request(cell);
    cell.on.retry = () => request(cell);
    cell.on.stop = () => stop(cell);
    cell.enable();
  }
}

function follow(cell, status) {
  if (status.phase === "loading" || status.phase === "stopping") cell.progress.show(status);
  else cell.progress.hide();
}

/** The cells that must have run before `cell`, and then itself; each once, in the order of the page. */
function chain(cell, byName) {
  const found = new Set();
  const visit = (one) => {
    if (!one || found.has(one)) return;
    for (const name of one.after) visit(byName.get(name));
    found.add(one);
  };
  visit(cell);
  return [...found];
}

function unavailable(cell) {
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent = t("python.unavailable");
  cell.element.append(note);
}
