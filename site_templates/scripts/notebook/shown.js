// The notebook's entries as elements; whatever the reader wrote goes in as text.
import { CHOICES } from "../theme/look.js";
import { t } from "../strings.js";

function element(tag, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
}

/** What is kept of one lesson; `entry` is what the book says of it, undefined if it has it no longer. */
export function lessonCard(own, entry, forget) {
  const title = entry?.title ?? t("notebook.old_lesson");
  const name = entry ? element("a", { href: entry.url }, title) : title;
  const card = element("section", { className: "notebook-lesson" }, element("h3", {}, name));
  if (entry) card.prepend(element("p", { className: "lesson-label" }, entry.label));
  const lines = [];
  if (own.read) lines.push(t("notebook.read"));
  else if (own.share) lines.push(t("notebook.share", { percent: Math.max(1, Math.floor(own.share * 100)) }));
  if (own.score.answered) lines.push(t("notebook.answers", own.score));
  if (own.figures.length) lines.push(t("notebook.figures", { names: own.figures.join(", ") }));
  card.append(...lines.map((words) => element("p", {}, words)));
  if (own.cells.length) card.append(cellList(own.cells));
  const button = element("button", { type: "button", className: "button button-quiet" }, t("notebook.forget_lesson"));
  button.append(element("span", { className: "visually-hidden" }, `: ${title}`));
  button.addEventListener("click", forget);
  card.append(button);
  return card;
}

function cellList(cells) {
  const list = element("div", { className: "notebook-cells" }, element("p", {}, `${t("notebook.cells")}:`));
  for (const { name, source } of cells) {
    const code = element("pre", { tabIndex: 0 }, element("code", {}, source));
    code.setAttribute("role", "region");
    code.setAttribute("aria-label", t("cell.source", { name }));
    list.append(element("details", {}, element("summary", {}, `\u00ab${name}\u00bb`), code));
  }
  return list;
}

/** A line for each thing that belongs to no lesson. */
export function restLines({ waiting, inReview, days, look, silenced, model }) {
  const lines = [];
  if (waiting) lines.push(t("notebook.review_due", { count: waiting }));
  else if (inReview) lines.push(t(days === 1 ? "notebook.review_tomorrow" : "notebook.review_later", { count: inReview, days }));
  const chosen = Object.entries(CHOICES)
    .filter(([part, [usual]]) => look[part] !== usual)
    .map(([part]) => `${t(`look.${part}`)}: ${t(`look.${part}_${look[part]}`).toLowerCase()}`);
  if (chosen.length) lines.push(`${t("notebook.look")}: ${chosen.join("; ")}.`);
  if (silenced) lines.push(t("notebook.shortcuts_off"));
  if (model) lines.push(t("notebook.model"));
  return lines.map((words) => element("li", {}, words));
}
