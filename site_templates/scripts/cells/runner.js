// When cells run: one at a time, those they depend on first, and only if these are not as they ran last.
import { lendersAmong, onLenderChange } from "../sharing.js";
import { t } from "../strings.js";

/** Connect the cells of a page with its Python; without one they stay as the build left them. */
export function createRunner(cells, python) {
  if (!python) {
    for (const cell of cells) unavailable(cell);
    return;
  }

  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const ran = new Map(); // cell → the source, and the states of figures, with which it last ended well
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
      if (cell !== asked && ran.get(cell) === standing(cell)) continue;
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
    let stands = "";
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
      stands = standing(cell, source);
      const result = await runWithFigures(cell, source);
      // A breakdown of Python itself has no output of its own to tell it.
      if (result.error?.type === "PythonCrashed") cell.output.add({ kind: "error", text: result.error.traceback });
      cell.output.settle();
      cell.markRun();
      return finish(cell, stands, result, started);
    } catch (error) {
      return fail(cell, error);
    } finally {
      unsubscribe();
      cell.progress.hide();
      current = null;
    }
  };

  /** What the figures before it lend, and then the cell; a figure that can't lend ends it with its own error. */
  const runWithFigures = async (cell, source) => {
    const { name, environment } = cell;
    for (const figure of lendersAmong(cell.after)) {
      await figure.prepare();
      const result = await python.runCell({ id: `${name}, ${figure.id}`, name: figure.id, source: figure.source(), environment });
      if (result.status === "error") cell.output.add({ kind: "error", text: result.error.traceback });
      if (result.status !== "ok") return result;
    }
    return python.runCell({ id: name, source, environment, onOutput: (piece) => cell.output.add(piece) });
  };

  const finish = (cell, stands, result, started) => {
    cell.show("idle");
    if (result.status === "ok") {
      ran.set(cell, stands);
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

  onLenderChange((id) => {
    for (const cell of cells) {
      if (!cell.after.includes(id) || !ran.has(cell) || cell === current) continue;
      cell.say(ran.get(cell) === standing(cell) ? "" : t("cell.figure_moved"));
    }
  });

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

/** What a run of `cell` depends on besides the cells before it: its source and the states of its figures. */
function standing(cell, source = cell.source) {
  return JSON.stringify([source, ...lendersAmong(cell.after).map((figure) => figure.state)]);
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
