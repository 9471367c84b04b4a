// One cell: its code, its buttons, its output and what it says of itself. When to run is the runner's business.
import { t } from "../strings.js";
import { openEditor } from "./editor.js";
import { createOutput } from "./output.js";
import { createProgress } from "./progress.js";

/** Bring the HTML of a cell to life; `cell.on.run`, `.stop` and `.retry` are set by who runs it. */
export function createCell(element) {
  const find = (selector) => element.querySelector(selector);
  const button = (action) => find(`[data-action="${action}"]`);
  const shown = find(".cell-code");
  const status = find(".cell-status");
  const output = createOutput(find(".cell-output"));
  const progress = createProgress(find(".cell-progress"));
  // The last line end would show as an empty line in the editor, and move what is below.
  const original = shown.textContent.replace(/\n$/, "");
  const on = {};
  let editor = null;
  let touched = false;

  const say = (words) => {
    if (status.textContent !== words) status.textContent = words;
  };

  const updateRestore = () => {
    const edited = cell.source !== original;
    element.classList.toggle("edited", edited);
    button("restore").hidden = !edited && !touched;
  };

  const cell = {
    element,
    on,
    output,
    progress,
    name: element.dataset.cell,
    environment: element.dataset.environment,
    after: element.dataset.after.split(/[\s,]+/).filter(Boolean),
    get source() {
      return editor ? editor.value : original;
    },
    say,
    /** "idle", "waiting", "running" or "failed-load": which buttons there are. */
    show(state) {
      const busy = state === "waiting" || state === "running";
      element.dataset.state = state;
      const focused = document.activeElement;
      button("run").hidden = busy || state === "failed-load";
      button("stop").hidden = !busy;
      button("retry").hidden = state !== "failed-load";
      // A button that goes while it has the focus hands it to the one that takes its place.
      if (focused?.hidden && element.contains(focused)) {
        element.querySelector(".cell-bar button:not([hidden])")?.focus();
      }
    },
    /** Its output is now the reader's own, not the build's. */
    markRun() {
      touched = true;
      element.dataset.output = "own";
      updateRestore();
    },
    /** Make it editable and show its buttons. */
    enable() {
      find(".cell-bar").hidden = false;
      button("run").title = t("cell.run_hint");
      if (!("readOnly" in element.dataset)) {
        editor = openEditor(shown, {
          name: cell.name,
          source: original,
          onChange: () => {
            if (!editor) return;
            updateRestore();
            if (cell.source !== original && element.dataset.state !== "running") say(t("cell.edited"));
          },
          onRun: () => on.run?.(),
        });
      }
      for (const action of ["run", "stop", "retry"]) button(action).addEventListener("click", () => on[action]?.());
      button("restore").addEventListener("click", () => {
        editor?.set(original);
        output.restore();
        touched = false;
        delete element.dataset.output;
        button("run").focus();
        updateRestore();
        say(t("cell.restored"));
      });
      cell.show("idle");
    },
  };
  return cell;
}
