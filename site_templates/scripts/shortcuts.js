// Shortcuts of the keyboard, on every page. A reader can silence them (WCAG 2.1.4), and each has a button or a link too.
import { openSearch } from "./reader/search_opener.js";
import { openHelp } from "./shortcuts/help.js";
import { askedBy } from "./shortcuts/keys.js";
import { keep, onKept, recall } from "./store.js";

const KEY = "atajos"; // kept only as false

export function startShortcuts(root = document) {
  let on = recall(KEY) !== false;
  onKept(KEY, (value) => {
    on = value !== false;
  });
  const help = () =>
    openHelp(on, (chosen) => {
      on = chosen;
      keep(KEY, on ? null : false);
    });
  const leaf = (way) => root.querySelector(`.pager a[rel="${way}"]`)?.click();
  const actions = { search: () => openSearch(), help, next: () => leaf("next"), previous: () => leaf("prev") };

  root.addEventListener("keydown", (event) => {
    const asked = on ? askedBy(event, root) : null;
    if (!asked) return;
    event.preventDefault();
    actions[asked]();
  });

  for (const button of root.querySelectorAll("[data-opens='shortcuts']")) {
    button.hidden = false;
    button.addEventListener("click", help);
  }
}
