// One cell: its code, its buttons, its output and what it says of itself. When to run is the runner's business.
import { t } from "../strings.js";
import { openEditor } from "./editor.js";
import { keptCode } from "./kept.js";
import { createOutput } from "./output.js";
import { createProgress } from "./progress.js";
import { inTurn } from "../turns.js";

const ON_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** Bring the HTML of a cell to life; `cell.on.run`, `.above`, `.stop`, `.retry`, `.change` and `.restore` are set by who runs it. */
export function createCell(element) {
  const find = (selector) => element.querySelector(selector);
  const button = (action) => find(`[data-action="${action}"]`);
  const shown = find(".cell-code");
  const status = find(".cell-status");
  const stale = find(".cell-stale");
  const edited = find(".cell-edited");
  const output = createOutput(find(".cell-output"));
  const progress = createProgress(find(".cell-progress"));
  // The last line end would show as an empty line in the editor, and move what is below.
  const original = shown.textContent.replace(/\n$/, "");
  const kept = keptCode(element.dataset.cell, original);
  const on = {};
  const readOnly = "readOnly" in element.dataset;
  let editor = null;
  let touched = false;

  const say = (words) => {
    if (status.textContent !== words) status.textContent = words;
  };

  const updateRestore = () => {
    const own = cell.source !== original;
    element.classList.toggle("edited", own);
    if (edited) edited.hidden = !own;
    button("restore").hidden = !own && !touched;
  };

  const restore = () => {
    openHere();
    editor?.set(original);
    kept.note(original);
    output.restore();
    touched = false;
    delete element.dataset.output;
    button("run").focus();
    updateRestore();
    say(t(on.restore?.() ? "cell.restored_only_here" : "cell.restored"));
  };

  const copy = async () => {
    openHere();
    try {
      await navigator.clipboard.writeText(cell.source);
      say(t("cell.copied"));
    } catch {
      // The browser keeps the clipboard to itself: plain http, a refused permission.
      selectCode(editor, shown);
      say(t("cell.copy_by_hand"));
    }
  };

  const openHere = () => {
    if (readOnly || editor) return;
    const found = kept.found;
    editor = openEditor(shown, {
      name: cell.name,
      source: found?.source ?? original,
      onChange() {
        if (!editor) return;
        kept.note(editor.value);
        updateRestore();
        on.change?.();
      },
      onRun: () => on.run?.(),
      onLeaving: (leaving) => {
        if (leaving) say(t("cell.leaving"));
        else if (status.textContent === t("cell.leaving")) say("");
      },
    });
    if (found) say(t(found.changed ? "cell.kept_and_changed" : "cell.kept"));
  };

  const cell = {
    element,
    on,
    output,
    progress,
    name: element.dataset.cell,
    environment: element.dataset.environment,
    after: element.dataset.after.split(/[\s,]+/).filter(Boolean),
    raises: "raises" in element.dataset,
    original,
    get source() {
      return editor ? editor.value : (!readOnly && kept.found ? kept.found.source : original);
    },
    /** The output is of the reader's own run, not of the build. */
    get isOwn() {
      return touched;
    },
    say,
    /** Say, or no longer say, that the output is not of now. It is read with the output, not by itself. */
    markStale(words) {
      if (stale.textContent !== words) stale.textContent = words;
      stale.hidden = !words;
      element.classList.toggle("stale", Boolean(words));
      const log = find(".cell-output");
      if (words) log.setAttribute("aria-describedby", stale.id);
      else log.removeAttribute("aria-describedby");
    },
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
    /** Make it editable and show its buttons; `first` has none above it. */
    enable({ first }) {
      find(".cell-bar").hidden = false;
      button("run").title = t(ON_MAC ? "cell.run_hint_mac" : "cell.run_hint");
      button("above").hidden = first;
      // To make an editor takes a while, and a page may have many.
      inTurn(openHere);
      for (const action of ["run", "above", "stop", "retry"]) {
        // One takes the place of another under the pointer: the second half of a double click isn't meant for it.
        button(action).addEventListener("click", (event) => event.detail !== 2 && on[action]?.());
      }
      button("restore").addEventListener("click", restore);
      button("copy").addEventListener("click", copy);
      updateRestore();
      cell.show("idle");
    },
  };
  return cell;
}

function selectCode(editor, shown) {
  if (editor) editor.selectAll();
  else getSelection().selectAllChildren(shown);
}
