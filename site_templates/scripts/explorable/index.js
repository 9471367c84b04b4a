// Explorables of a page: each figure gets its hands, its voice and, when it needs it, Python.

import { t } from "../strings.js";
import { createExplorable } from "./explorable.js";
import { connectProse } from "./prose.js";

/**
 * Bring every explorable under `root` to life. One that is faulty shows its fault in its own box.
 *
 * @param python the page's Python host (see scripts/python/host.js), or null when the page has none
 * @returns {Map<string, object>} explorables by the id of their figure
 */
export function startExplorables(python, root = document) {
  const found = new Map();
  for (const figure of root.querySelectorAll("figure.explorable")) {
    try {
      found.set(figure.id, createExplorable(figure, python));
    } catch (error) {
      showBroken(figure, error);
    }
  }
  connectProse(found, root);
  return found;
}

/** A figure that can't even start says so; its first drawing stays, and the other figures live. */
function showBroken(figure, error) {
  const box = figure.querySelector(".explorable-fault");
  if (!box) throw error;
  box.querySelector(".fault-title").textContent = t("explorable.fault");
  box.querySelector(".fault-detail").textContent = error.message;
  box.querySelector("button").hidden = true;
  box.hidden = false;
}
