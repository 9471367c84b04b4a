// The drawing in the page: changed in place (focus stays where it is), walked by keyboard, clicked, dragged.

import { Idiomorph } from "idiomorph";
import { bindHandles } from "./handles.js";
import { bindPaint } from "./paint.js";
import { patchInto } from "./patch.js";
import { bindToolbars } from "./toolbars.js";

export function bindScene(explorable, scene) {
  let shown = null;
  const lit = new Set();

  scene.addEventListener("click", (event) => {
    const target = event.target.closest("[data-set]");
    if (!target || !scene.contains(target)) return;
    if (target.closest("[role=radiogroup]")) target.focus({ preventScroll: true });
    explorable.set(JSON.parse(target.dataset.set));
  });

  scene.addEventListener("keydown", (event) => {
    const target = event.target.closest("[data-set]");
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      explorable.set(JSON.parse(target.dataset.set));
      return;
    }
    const group = target.closest("[role=radiogroup]");
    const next = group && neighbour(group, target, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    explorable.set(JSON.parse(next.dataset.set));
  });

  const handles = bindHandles(explorable, scene);
  bindPaint(explorable, scene);
  const toolbars = bindToolbars(scene);

  function markLit() {
    for (const element of scene.querySelectorAll(".lit")) {
      if (!isLit(element)) element.classList.remove("lit");
    }
    if (!lit.size) return;
    for (const element of scene.querySelectorAll("[data-part]")) {
      if (isLit(element)) element.classList.add("lit");
    }
  }

  function isLit(element) {
    return (element.dataset.part ?? "").split(" ").some((name) => lit.has(name));
  }

  explorable.light = (name, on) => {
    if (on) lit.add(name);
    else lit.delete(name);
    markLit();
  };

  return {
    show(html) {
      if (html === shown) return;
      shown = html;
      changeInto(scene, html);
      handles.sync();
      toolbars.sync();
      markLit();
    },
  };
}

/** Make what `element` holds into `html`, keeping the elements that stay (and so focus, scroll and observers). */
export function changeInto(element, html) {
  // Idiomorph lets nothing inside the focused element change, which is meant for fields: a focused button, row or
  // handle has to change with the rest.
  if (patchInto(element, html)) return;
  const typing = Boolean(document.activeElement?.matches("input, textarea, select"));
  Idiomorph.morph(element, html, { morphStyle: "innerHTML", ignoreActiveValue: typing });
}

/** Where a key leads inside a group; null when it leads nowhere. */
function neighbour(group, from, key) {
  const items = [...group.querySelectorAll("[role=radio]")];
  const at = items.indexOf(from);
  const last = items.length - 1;
  // A group that is a grid says how many stand in a row; there up and down keep the column.
  const across = Number(group.dataset.across ?? 1);
  switch (key) {
    case "ArrowDown":
      return items[at + across] ?? items[at];
    case "ArrowUp":
      return items[at - across] ?? items[at];
    case "ArrowRight":
      return items[Math.min(at + 1, last)];
    case "ArrowLeft":
      return items[Math.max(at - 1, 0)];
    case "Home":
      return items[0];
    case "End":
      return items[last];
    default:
      return null;
  }
}
