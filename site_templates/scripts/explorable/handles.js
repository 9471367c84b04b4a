// Points that can be dragged on axes. A handle names what it sets (`data-drag`): a point of the state, a row of a
// matrix (`data-row`), or two numbers; its axes say how places become numbers. The handles of one axes are one tab
// stop: arrows move a point, Enter goes on to the next.

import { clamp, ontoStep } from "./numbers.js";

export function bindHandles(explorable, scene) {
  const controlOf = (name) => explorable.spec.controls.find((one) => one.name === name);
  const handlesOf = (axes) => [...axes.querySelectorAll("[data-drag]")];
  const keyOf = (axes) => [...scene.querySelectorAll("[data-axes]")].indexOf(axes);
  // Which handle of its axes was last held; redrawing must not lose it.
  const held = new Map();
  let dragged = null;

  scene.addEventListener("pointerdown", (event) => {
    const axes = event.target.closest("[data-drag]")?.closest("[data-axes]");
    if (!axes || event.button !== 0) return;
    event.preventDefault();
    const handle = nearest(handlesOf(axes), event);
    dragged = nameOf(handle);
    hold(handle);
    // The scene keeps the pointer: the handle itself may be redrawn under it.
    scene.setPointerCapture(event.pointerId);
  });
  // Browsers heed `touch-action` on parts of an SVG unevenly; this keeps the finger on the handle, and only there.
  scene.addEventListener(
    "touchstart",
    (event) => {
      if (event.cancelable && event.target.closest("[data-drag]")) event.preventDefault();
    },
    { passive: false },
  );
  scene.addEventListener("pointermove", (event) => {
    if (dragged === null) return;
    const handle = [...scene.querySelectorAll("[data-drag]")].find((one) => nameOf(one) === dragged);
    const place = handle && placeOn(handle.closest("[data-axes]"), event, bounds(handle));
    if (place) explorable.set(patch(handle, place));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    scene.addEventListener(end, () => {
      dragged = null;
    });
  }

  scene.addEventListener("keydown", (event) => {
    const handle = event.target.closest("[data-drag]");
    if (!handle || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.key === "Enter" ? null : moved(place(handle), bounds(handle), event);
    if (event.key === "Enter") hold(following(handlesOf(handle.closest("[data-axes]")), handle, event.shiftKey));
    else if (next) explorable.set(patch(handle, next));
    else return;
    event.preventDefault();
  });

  function hold(handle) {
    held.set(keyOf(handle.closest("[data-axes]")), nameOf(handle));
    sync();
    handle.focus({ preventScroll: true });
  }

  /** One tab stop for each axes. */
  function sync() {
    for (const axes of scene.querySelectorAll("[data-axes]")) {
      const handles = handlesOf(axes);
      const current = handles.find((one) => nameOf(one) === held.get(keyOf(axes))) ?? handles.at(-1);
      for (const handle of handles) handle.setAttribute("tabindex", handle === current ? "0" : "-1");
    }
  }

  /** For each of the two directions: its bounds, its step, and whether steps multiply. */
  function bounds(handle) {
    const names = handle.dataset.drag.split(" ");
    if (names.length === 2) {
      return names.map(controlOf).map(({ min, max, step, scale }) => ({ min, max, step, log: scale !== "linear" }));
    }
    const { kind, x, y, min, max, step } = controlOf(names[0]);
    const [across, along] = kind === "matrix" ? [[min, max], [min, max]] : [x, y];
    return [across, along].map(([low, high]) => ({ min: low, max: high, step, log: false }));
  }

  function place(handle) {
    const names = handle.dataset.drag.split(" ");
    const values = names.map((name) => explorable.state[name]);
    if (names.length === 2) return values;
    return handle.dataset.row === undefined ? values[0] : values[0][handle.dataset.row];
  }

  function patch(handle, next) {
    const names = handle.dataset.drag.split(" ");
    if (names.length === 2) return { [names[0]]: next[0], [names[1]]: next[1] };
    if (handle.dataset.row === undefined) return { [names[0]]: next };
    const row = Number(handle.dataset.row);
    return { [names[0]]: explorable.state[names[0]].map((old, at) => (at === row ? next : old)) };
  }

  sync();
  return { sync };
}

const nameOf = ({ dataset }) => `${dataset.drag}/${dataset.row ?? ""}`;

/** Where handles crowd, the one whose middle is nearest; of two in one place, the one that is seen. */
function nearest(handles, { clientX, clientY }) {
  const distance = (handle) => {
    const { left, top, width, height } = handle.querySelector(".grip").getBoundingClientRect();
    return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
  };
  return handles.reduce((best, handle) => (distance(handle) <= distance(best) ? handle : best));
}

function following(handles, handle, backwards) {
  const step = backwards ? handles.length - 1 : 1;
  return handles[(handles.indexOf(handle) + step) % handles.length];
}

/** The numbers under a pointer, by the axes' own account: value = from + scale · place. */
function placeOn(axes, event, directions) {
  const matrix = axes?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const told = JSON.parse(axes.dataset.axes);
  return [[told.x, x], [told.y, y]].map(([[from, scale], at], index) => {
    const { min, max, log } = directions[index];
    const value = clamp(from + scale * at, min, max);
    return log ? 2 ** value : value;
  });
}

/** Where a key moves a point to; null when it moves it nowhere. */
function moved(point, directions, { key, shiftKey }) {
  const [index, way] = {
    ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1],
    Home: [0, "min"], End: [0, "max"], PageDown: [1, "min"], PageUp: [1, "max"],
  }[key] ?? [];
  if (index === undefined) return null;
  const { min, max, step, log } = directions[index];
  const from = log ? Math.log2(point[index]) : point[index];
  const by = step * (shiftKey ? 5 : 1);
  const to = typeof way === "string" ? { min, max }[way] : clamp(from + way * by, min, max);
  const next = [...point];
  next[index] = log ? 2 ** to : ontoStep(to, min, max, step);
  return next;
}
