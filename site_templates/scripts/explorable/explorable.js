// One figure: its state, and where the drawing of a state comes from (the page, or the page's Python).

import { bindActions } from "./actions.js";
import { bindControls } from "./controls/index.js";
import { createLive } from "./live.js";
import { bindMemory } from "./memory.js";
import { bindPrediction } from "./prediction.js";
import { lend } from "../sharing.js";
import { bindRun } from "./run.js";
import { bindScene, changeInto } from "./scene.js";
import { createStatus } from "./status.js";
import { patchFromAddress, stateKey, withPatch } from "./state.js";

const SPEAK_AFTER = 400;

export function createExplorable(figure, python) {
  const data = JSON.parse(figure.querySelector(".explorable-data").textContent);
  const { spec } = data;
  const predrawn = new Map(data.drawings.map((drawing) => [stateKey(spec, drawing.state), drawing]));
  const listeners = new Set();
  const watchers = new Set();
  const part = (name) => figure.querySelector(`.explorable-${name}`);
  const first = spec.state;
  let state = first;
  let shown = predrawn.get(stateKey(spec, first));
  // Where only the first drawing is at hand, it is the one on the page.
  shown.html ??= part("scene").innerHTML;
  shown.table ??= figure.querySelector(".table-scroll").innerHTML;
  let shownTable = shown.table;
  let speaking = 0;
  // Where the view has moved what was asked for, if that can't be; taken over once nobody is typing.
  let moved = null;
  let memory = null;

  const explorable = {
    id: figure.id,
    figure,
    spec,
    python,
    get state() {
      return state;
    },
    get values() {
      return shown.values;
    },
    /** The state of the drawing on the page, which may lag behind the controls. */
    get shownState() {
      return shown.state;
    },
    set,
    show,
    request,
    /** Back to the first state, and to what it draws without any work done in the page. */
    restore() {
      run.reset();
      become(first);
      request();
    },
    /** Tell `listener` of each change of the state, before it is drawn. */
    onChange(listener) {
      watchers.add(listener);
    },
    /** Tell `listener` of each drawing shown; it is told of the present one at once. */
    onShown(listener) {
      listeners.add(listener);
      listener(explorable);
    },
    speak,
  };

  const status = createStatus(figure, python);
  const live = createLive(spec, data.modules, python, {
    onDrawing(drawing, asked) {
      if (stateKey(spec, asked) === stateKey(spec, state)) {
        status.settled();
        moved = drawing.state;
        if (!figure.querySelector("input[type=number]:focus")) adopt();
      }
      show(drawing, "python");
    },
    onFault: (fault) => status.fault(fault),
    onWaiting: (waiting) => status.waiting(waiting),
  });
  const scene = bindScene(explorable, part("scene"));
  const controls = bindControls(explorable, part("controls"));
  const run = bindRun(explorable, part("run"), live);
  bindPrediction(explorable, part("prediction"));
  bindActions(explorable, status, { retry: () => request(), stop: () => live.stop() });

  /** Change part of the state. The controls move at once; the drawing as soon as there is one. */
  function set(patch, { speakNow = true } = {}) {
    const next = withPatch(spec, state, patch);
    if (stateKey(spec, next) === stateKey(spec, state)) {
      controls.sync(state);
      return;
    }
    const changed = spec.controls.map((control) => control.name).filter((name) => !sameValue(state[name], next[name]));
    moved = null;
    become(next);
    if (run.keeps(changed)) {
      status.clear();
      run.redraw();
    } else {
      run.reset();
      request();
    }
    if (speakNow) speak();
  }

  function adopt() {
    const settled = moved;
    moved = null;
    if (settled !== null && stateKey(spec, settled) !== stateKey(spec, state)) become(settled);
  }

  function become(next) {
    state = next;
    controls.sync(state);
    memory?.note(state);
    for (const watcher of watchers) watcher(explorable);
  }

  function request() {
    status.clear();
    const ready = predrawn.get(stateKey(spec, state));
    if (ready) {
      show(ready, "build");
      live.drop();
      status.settled();
    }
    // The same function draws here once Python is in the page; before, only what the page doesn't carry.
    if (live.ready || (!ready && live.possible)) live.request(state);
    else if (!ready) status.unavailable();
  }

  /** Put a drawing in the page: scene, sentence, table and the numbers in the prose. */
  function show(drawing, origin) {
    shown = { ...shown, ...drawing };
    scene.show(shown.html);
    replaceText(part("description"), shown.description);
    if (shown.table !== shownTable) {
      shownTable = shown.table;
      changeInto(figure.querySelector(".table-scroll"), shownTable);
    }
    figure.dataset.drawn = origin;
    for (const listener of listeners) listener(explorable);
  }

  /** Say the figure's sentence once, when the hand has come to rest. */
  function speak(sentence) {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      part("live").textContent = sentence ?? shown.description;
    }, SPEAK_AFTER);
  }

  figure.addEventListener("change", adopt);
  const remembering = bindMemory(explorable, status);
  const asked = patchFromAddress(spec, figure.id, location.search);
  // A link that was followed is looked at, and what was remembered stays until something is moved.
  set(Object.keys(asked).length ? asked : (remembering.found ?? {}), { speakNow: false });
  memory = remembering;
  lend(explorable, live.prepare);
  return explorable;
}

function sameValue(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function replaceText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
