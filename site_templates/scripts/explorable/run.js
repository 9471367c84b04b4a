// Long work in the page's Python: started, advanced a slice at a time, stopped between two slices, resumed. What it has
// reached stays in Python, stopped or finished, and is drawn anew when a field that the work keeps is changed.

import { t } from "../strings.js";
import { fixed } from "./numbers.js";
import { faultText } from "./status.js";

const SLICE = 0.06;

export function bindRun(explorable, box, live) {
  if (!box) return { reset() {}, keeps: () => false, redraw() {} };
  const { python, spec, figure } = explorable;
  const start = box.querySelector('[data-action="run"]');
  const stop = box.querySelector('[data-action="stop-run"]');
  const bar = box.querySelector("progress");
  const words = box.querySelector(".run-progress");
  const name = `${figure.id}-run`;
  // Counts what was begun; a loop that finds itself overtaken ends.
  let turn = 0;
  let going = false;
  // Python holds our work: under way, stopped or finished.
  let held = false;
  let finished = false;
  let redrawing = false;
  let stale = false;
  // How the work ended, said before the words of the progress.
  let ended = "";
  let loading = false;

  box.hidden = !live.possible;
  python?.onStatus(sayLoading);
  start.addEventListener("click", go);
  stop.addEventListener("click", () => {
    turn += 1;
    rest(t("explorable.continue"));
    conclude("explorable.stopped");
    // What is on the page is older than what the last slice reached.
    redraw();
  });

  async function go() {
    const mine = ++turn;
    going = true;
    start.hidden = true;
    stop.hidden = false;
    stop.focus();
    ended = "";
    loading = true;
    sayLoading();
    try {
      await live.prepare();
      loading = false;
      if (mine !== turn) return;
      if (!held || finished) await begin();
      while (mine === turn) {
        const answer = await advance();
        if (mine !== turn) return;
        if (answer.drawing) showFrame(answer.drawing);
        if (answer.done) {
          finished = true;
          rest(spec.run);
          conclude("explorable.finished");
          return;
        }
      }
    } catch (error) {
      if (mine !== turn) return;
      held = false;
      loading = false;
      rest(spec.run);
      words.textContent = faultText(error);
      explorable.speak(words.textContent);
    }
  }

  async function begin() {
    held = true;
    finished = false;
    await python.call({ do: "start_run", run: name, view: spec.name, state: explorable.state });
  }

  /** One slice; a run that went with its Python begins anew, and the page says so. */
  async function advance() {
    const request = () => ({ do: "advance_run", run: name, seconds: SLICE, state: explorable.state });
    try {
      return await python.call(request());
    } catch (error) {
      if (error?.type !== "KeyError") throw error;
      words.textContent = t("explorable.lost_run");
      await begin();
      return python.call(request());
    }
  }

  /** What the work has reached, for the state of now; while it goes on, its next slice does this. */
  async function redraw() {
    stale = true;
    if (redrawing) return;
    redrawing = true;
    try {
      while (stale && held && !going) {
        stale = false;
        const { drawing } = await python.call({ do: "redraw_run", run: name, state: explorable.state });
        if (drawing && held && !going) showFrame(drawing);
      }
    } catch {
      // It went with its Python: what the state draws without it is all there is.
      if (held) {
        reset();
        explorable.request();
      }
    } finally {
      redrawing = false;
    }
  }

  function showFrame({ progress, ...drawing }) {
    if (!drawing.table) delete drawing.table;
    if (!drawing.description) delete drawing.description;
    explorable.show(drawing, "python");
    const { label, done, total } = progress;
    if (total) bar.value = done / total;
    else bar.removeAttribute("value");
    words.textContent = ended + t(total ? "explorable.progress_of" : "explorable.progress_open", { label, done, total });
  }

  function sayLoading() {
    if (!loading || !going) return;
    const { stage, loadedBytes, totalBytes } = python.status;
    const megabytes = (bytes) => fixed(bytes / 1e6, 1);
    words.textContent = stage === "download" && totalBytes
      ? t("explorable.waiting_bytes", { loaded: megabytes(loadedBytes), total: megabytes(totalBytes) })
      : t("python.start");
  }

  /** How the work ended is said once; its progress is for the eye and for the bar. */
  function conclude(how) {
    ended = `${t(how)}. `;
    words.textContent = loading ? t(how) : ended + words.textContent;
    loading = false;
    explorable.speak(words.textContent);
  }

  function rest(label) {
    const hadFocus = document.activeElement === stop;
    going = false;
    start.textContent = label;
    start.hidden = false;
    stop.hidden = true;
    if (hadFocus) start.focus();
  }

  /** What was under way belongs to another state. */
  function reset() {
    turn += 1;
    if (held) python.call({ do: "end_run", run: name }).catch(() => {});
    held = false;
    finished = false;
    rest(spec.run);
    bar.value = 0;
    ended = "";
    loading = false;
    words.textContent = "";
  }

  return {
    reset,
    redraw,
    /** Whether the work outlives a change of these fields. */
    keeps: (names) => held && names.every((one) => spec.run_keeps.includes(one)),
  };
}
