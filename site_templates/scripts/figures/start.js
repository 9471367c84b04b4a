// When a figure comes alive: near the screen, or, for readers who save data, when they reach for it.
import { loadPlotly } from "./library.js";
import { bringToLife } from "./live.js";

const NEAR = "600px 0px";

export function startFigures(root = document) {
  const url = root.documentElement.dataset.plotly;
  const figures = [...root.querySelectorAll(".figure-plot")];
  if (!url || !figures.length) return;

  // A figure whose library can't be had stays the drawing that it is.
  const wake = (figure) => loadPlotly(url).then((plotly) => bringToLife(figure, plotly), () => {});

  if (navigator.connection?.saveData) {
    for (const figure of figures) {
      for (const kind of ["pointerenter", "focusin"]) figure.addEventListener(kind, () => wake(figure), { once: true });
    }
    return;
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        wake(target);
      }
    },
    { rootMargin: NEAR },
  );
  for (const figure of figures) near.observe(figure);
}
