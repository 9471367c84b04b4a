// Points that can be dragged on axes. A handle names its field (`data-drag`); its axes say how places become numbers.

import { ontoStep } from "./numbers.js";

export function bindHandles(explorable, scene) {
  let dragged = null;

  scene.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-drag]");
    if (!handle || event.button !== 0) return;
    event.preventDefault();
    dragged = handle.dataset.drag;
    handle.focus({ preventScroll: true });
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
    const handle = scene.querySelector(`[data-drag="${CSS.escape(dragged)}"]`);
    const place = handle && placeOn(handle.closest("[data-axes]"), event);
    if (place) explorable.set({ [dragged]: place });
  });
  for (const end of ["pointerup", "pointercancel"]) {
    scene.addEventListener(end, () => {
      dragged = null;
    });
  }

  scene.addEventListener("keydown", (event) => {
    const handle = event.target.closest("[data-drag]");
    const control = handle && explorable.spec.controls.find((one) => one.name === handle.dataset.drag);
    const next = control && moved(control, explorable.state[control.name], event);
    if (!next) return;
    event.preventDefault();
    explorable.set({ [control.name]: next });
  });
}

/** The numbers under a pointer, by the axes' own account: value = from + scale · place. */
function placeOn(axes, event) {
  const matrix = axes?.getScreenCTM();
  if (!matrix) return null;
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const { x, y } = JSON.parse(axes.dataset.axes);
  return [x[0] + x[1] * place.x, y[0] + y[1] * place.y];
}

function moved(control, [x, y], event) {
  const step = control.step * (event.shiftKey ? 5 : 1);
  switch (event.key) {
    case "ArrowLeft":
      return [ontoStep(x - step, ...control.x, control.step), y];
    case "ArrowRight":
      return [ontoStep(x + step, ...control.x, control.step), y];
    case "ArrowUp":
      return [x, ontoStep(y + step, ...control.y, control.step)];
    case "ArrowDown":
      return [x, ontoStep(y - step, ...control.y, control.step)];
    case "Home":
      return [control.x[0], y];
    case "End":
      return [control.x[1], y];
    case "PageUp":
      return [x, control.y[1]];
    case "PageDown":
      return [x, control.y[0]];
    default:
      return null;
  }
}
