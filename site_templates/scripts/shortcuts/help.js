// The list of all shortcuts, and the switch that silences them.
import { t } from "../strings.js";

const LIST = [
  ["page", ["/", "search"], ["→ n", "next"], ["← p", "previous"], ["?", "help"], ["Esc", "escape"]],
  ["cells", [`Ctrl + ${t("shortcuts.enter")}`, "run"], ["Esc , Tab", "leave"]],
];

let dialog = null;

/** Shows the help; `switched(on)` is called when the reader turns the shortcuts on or off. */
export function openHelp(on, switched) {
  dialog ??= makeDialog(switched);
  dialog.querySelector("input").checked = on;
  if (!dialog.open) dialog.showModal();
}

function makeDialog(switched) {
  const made = document.createElement("dialog");
  made.className = "shortcuts";
  made.setAttribute("aria-labelledby", "shortcuts-title");
  const title = element("h2", t("shortcuts.title"));
  title.id = "shortcuts-title";
  made.append(title);
  for (const [part, ...rows] of LIST) {
    made.append(element("h3", t(`shortcuts.${part}`)));
    const list = element("dl");
    for (const [keys, name] of rows) {
      const term = element("dt");
      for (const key of keys.split(" ")) term.append(/^[+,]$/.test(key) ? `${key} ` : element("kbd", key), " ");
      list.append(term, element("dd", t(`shortcuts.${name}`)));
    }
    made.append(list);
  }
  const label = element("label");
  const box = element("input");
  box.type = "checkbox";
  box.addEventListener("change", () => switched(box.checked));
  label.append(box, ` ${t("shortcuts.switch")}`);
  const close = element("button", t("shortcuts.close"));
  close.type = "button";
  close.className = "button";
  close.addEventListener("click", () => made.close());
  made.append(label, element("p", t("shortcuts.switch_hint")), close);
  made.addEventListener("pointerdown", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  return made;
}

function element(tag, text = "") {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  return made;
}
