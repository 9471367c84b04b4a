// Long work in the page's Python: started, advanced a slice at a time, stopped between two slices, resumed.

import { t } from "../strings.js";
import { faultText } from "./status.js";

const SLICE = 0.06;

export function bindRun(explorable, box, live) {
  if (!box) return { reset() {} };
  const { python, spec, figure } = explorable;
  const start = box.querySelector('[data-action="run"]');
  const stop = box.querySelector('[data-action="stop-run"]');
  const bar = box.querySelector("progress");
  const words = box.querySelector(".run-progress");
  const name = `${figure.id}-run`;
  // Counts what was begun; a loop that finds itself overtaken ends.
  let turn = 0;
  let begun = false;

  box.hidden = !live.possible;
  start.addEventListener("click", go);
  stop.addEventListener("click", () => {
    turn += 1;
    rest(t("explorable.continue"));
    words.textContent = `${t("explorable.stopped")}. ${words.textContent}`;
  });

  async function go() {
    const mine = ++turn;
    start.hidden = true;
    stop.hidden = false;
    stop.focus();
    words.textContent = t("explorable.waiting");
    try {
      await live.prepare();
      if (!begun) await begin();
      while (mine === turn) {
        const answer = await advance();
        if (mine !== turn) return;
        if (answer.drawing) showFrame(answer.drawing);
        if (answer.done) {
          begun = false;
          rest(spec.run);
          words.textContent = `${t("explorable.finished")}. ${words.textContent}`;
          explorable.speak();
          return;
        }
      }
    } catch (error) {
      if (mine !== turn) return;
      begun = false;
      rest(spec.run);
      words.textContent = faultText(error);
    }
  }

  async function begin() {
    await python.call({ do: "start_run", run: name, view: spec.name, state: explorable.state });
    begun = true;
  }

  /** One slice; a run that went with its Python begins anew, and the page says so. */
  async function advance() {
    try {
      return await python.call({ do: "advance_run", run: name, seconds: SLICE });
    } catch (error) {
      if (error?.type !== "KeyError") throw error;
      words.textContent = t("explorable.lost_run");
      await begin();
      return python.call({ do: "advance_run", run: name, seconds: SLICE });
    }
  }

  function showFrame({ progress, ...drawing }) {
    if (!drawing.table) delete drawing.table;
    if (!drawing.description) delete drawing.description;
    explorable.show(drawing, "python");
    const { label, done, total } = progress;
    if (total) bar.value = done / total;
    else bar.removeAttribute("value");
    words.textContent = t(total ? "explorable.progress_of" : "explorable.progress_open", { label, done, total });
  }

  function rest(label) {
    const hadFocus = document.activeElement === stop;
    start.textContent = label;
    start.hidden = false;
    stop.hidden = true;
    if (hadFocus) start.focus();
  }

  return {
    /** The state changed: what was under way belongs to another one. */
    reset() {
      turn += 1;
      if (begun) python.call({ do: "end_run", run: name }).catch(() => {});
      begun = false;
      rest(spec.run);
      bar.value = 0;
      words.textContent = "";
    },
  };
}
