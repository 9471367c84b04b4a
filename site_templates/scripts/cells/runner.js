// When cells run: one at a time, those they depend on first, and only if these are not as they ran last.
import { lender, lendersAmong, onLenderChange } from "../sharing.js";
import { t } from "../strings.js";
import { basisOf, chain, sameBasis, staleness } from "./standing.js";

const NOW = (one) => ("original" in one ? one.source : one.state);
const AT_BUILD = (one) => ("original" in one ? one.original : one.first);

/** Connect the cells of a page with its Python; without one they stay as the build left them. */
export function createRunner(cells, python) {
  if (!python) {
    for (const cell of cells) unavailable(cell);
    return;
  }

  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const book = { cell: (name) => byName.get(name), figure: lender };
  const ran = new Map(); // cell → what it stood on when it last ended well: what Python holds of it
  const shown = new Map(); // cell → what its output stands on, once it is no longer the build's
  let queue = []; // of {cell, batch}: a failure takes the others of its batch out
  let asked = null; // the cell whose turn it is: itself running, or waiting for one it depends on
  let current = null; // the cell that runs
  let halted = false; // whether a stop was asked since it began
  let turns = 0;

  const refresh = () => {
    for (const cell of cells) {
      const isShown = !cell.output.isEmpty || cell.isOwn;
      const found = cell === current || !isShown ? null : staleness(cell, shown.get(cell) ?? basisOf(cell, book, AT_BUILD), book, NOW);
      cell.markStale(found ? t({ edited: "cell.edited", figure: "cell.figure_moved", cell: "cell.stale" }[found.why], found) : "");
    }
  };

  const request = (cell, batch = null) => {
    if (cell === asked || cell === current || queue.some((one) => one.cell === cell)) return;
    queue.push({ cell, batch });
    cell.show("waiting");
    cell.say(asked ? t("cell.waiting") : "");
    if (!asked) next();
  };

  const runAbove = (cell) => {
    const batch = {};
    for (const one of cells.slice(0, cells.indexOf(cell))) request(one, batch);
  };

  const next = async () => {
    while (queue.length) {
      const { cell, batch } = queue.shift();
      asked = cell;
      const ended = await runWithDependencies();
      asked = null;
      if (batch && !passes(cell, ended)) drop((one) => one.batch === batch, t(ended === "stopped" ? "cell.stopped" : "cell.above_failed"));
    }
  };

  const drop = (chosen, words) => {
    const dropped = queue.filter(chosen);
    queue = queue.filter((one) => !chosen(one));
    for (const { cell } of dropped) {
      cell.show("idle");
      cell.say(words);
    }
  };

  const runWithDependencies = async () => {
    for (const cell of chain(asked, book)) {
      if (cell !== asked && ran.has(cell) && sameBasis(ran.get(cell), basisOf(cell, book, NOW))) continue;
      if (cell !== asked) asked.say(t("cell.runs_first", { name: cell.name }));
      const ended = await runOne(cell);
      if (cell === asked) return ended;
      if (passes(cell, ended)) continue;
      asked.show(ended === "failed-load" ? "failed-load" : "idle");
      asked.say(t("cell.first_failed", { name: cell.name }));
      return ended;
    }
    return "ok";
  };

  const runOne = async (cell) => {
    const source = cell.source;
    let stands = null;
    current = cell;
    halted = false;
    ran.delete(cell);
    cell.show("running");
    cell.say(python.status.phase === "ready" ? t("cell.running") : "");
    const unsubscribe = python.onStatus((status) => follow(cell, status));
    follow(cell, python.status);
    try {
      await python.load();
      // While Python came back from another stop, this one had nothing of the cell to end.
      if (halted) return fail(cell, null);
      cell.progress.hide();
      cell.say(t("cell.running"));
      // Until Python is there, what the build printed stays to be read.
      cell.output.clear();
      const started = performance.now();
      stands = basisOf(cell, book, (one) => (one === cell ? source : NOW(one)));
      shown.set(cell, stands);
      const result = await runWithFigures(cell, source);
      cell.output.settle();
      // A breakdown of Python itself, or of what runs cells there, has no output of its own to tell it.
      if (result.error?.type === "PythonCrashed") cell.output.add({ kind: "error", text: `${t("cell.crashed")}${detailOf(result.error)}\n` });
      else if (result.error && cell.output.isEmpty) cell.output.add({ kind: "error", text: result.error.traceback });
      cell.output.settle();
      cell.markRun();
      return finish(cell, stands, result, started);
    } catch (error) {
      return fail(cell, error);
    } finally {
      unsubscribe();
      cell.progress.hide();
      current = null;
      refresh();
    }
  };

  /** What the figures before it lend, and then the cell; a figure that can't lend ends it with its own error. */
  const runWithFigures = async (cell, source) => {
    const { name, environment } = cell;
    for (const figure of lendersAmong(cell.after)) {
      await figure.prepare();
      if (halted) return { status: "stopped", error: null };
      const result = await python.runCell({ id: `${name}, ${figure.id}`, name: figure.id, source: figure.source(), environment });
      if (result.status === "error") cell.output.add({ kind: "error", text: result.error.traceback });
      if (result.status !== "ok") return result;
    }
    return python.runCell({ id: name, source, environment, onOutput: (piece) => cell.output.add(piece) });
  };

  const finish = (cell, stands, result, started) => {
    cell.show("idle");
    turns += 1;
    if (result.status === "ok") {
      ran.set(cell, stands);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const words = [t("cell.done_in", { seconds }), t("cell.turn", { number: turns })];
      if (cell.output.isEmpty) words.push(t("cell.empty"));
      cell.say(words.join(" · "));
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
    cell.say(`${t("python.load_failed")} ${t("python.load_failed_hint")}${detailOf(error)}`);
    return "failed-load";
  };

  const stop = async (cell) => {
    if (cell !== current && cell !== asked) {
      drop((one) => one.cell === cell, t("cell.stopped"));
      return;
    }
    halted = true;
    drop(() => true, t("cell.stopped"));
    cell.say(t("cell.stopping"));
    try {
      await python.stop();
    } catch {
      // What went wrong on the way back is in `python.status`; the next run shows it.
    }
  };

  /** The book's output is back; whether Python still holds what other code of this cell did. */
  const restored = (cell) => {
    shown.delete(cell);
    refresh();
    return ran.has(cell) && !sameBasis(ran.get(cell), basisOf(cell, book, NOW));
  };

  onLenderChange(refresh);
  for (const [place, cell] of cells.entries()) {
    cell.on.run = () => request(cell);
    cell.on.above = () => runAbove(cell);
    cell.on.retry = () => request(cell);
    cell.on.stop = () => stop(cell);
    cell.on.change = refresh;
    cell.on.restore = () => restored(cell);
    cell.enable({ first: place === 0 });
  }
  refresh();
}

/** A cell of the book that is there to show an error has ended as it should. */
function passes(cell, ended) {
  return ended === "ok" || (cell.raises && ended === "error");
}

function detailOf(error) {
  return error?.message ? ` ${t("python.load_failed_detail", { detail: error.message })}` : "";
}

function follow(cell, status) {
  if (status.phase === "loading" || status.phase === "stopping") cell.progress.show(status);
  else cell.progress.hide();
}

function unavailable(cell) {
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent = t("python.unavailable");
  cell.element.append(note);
}
