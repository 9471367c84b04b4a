// The results as the dialog shows them: by pages, each find with its words in context.
import { t } from "../strings.js";
import { excerpt, marked } from "./snippets.js";

const MOST_OF_A_PAGE = 5;
let shownHits = new Map(); // id of an option → its entry

export function emptyList(list) {
  shownHits = new Map();
  list.replaceChildren();
}

/** Fills the list; says how many finds it shows. */
export function showHits(list, hits, isFound, root) {
  emptyList(list);
  const groups = new Map();
  for (const { entry } of hits) {
    // Planned lessons share the page of the map, and each is its own.
    const key = entry.page.planned ? entry : entry.page;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(entry);
  }
  for (const entries of groups.values()) list.append(groupOf(entries, isFound, root));
  return shownHits.size;
}

function groupOf(entries, isFound, root) {
  const { page } = entries[0];
  const group = element("div", "search-group");
  group.setAttribute("role", "group");
  // The page itself comes before its parts, and then says its own title.
  const own = entries.findIndex((entry) => entry.kind === "page");
  if (own > 0) entries.unshift(...entries.splice(own, 1));
  const heading = element("p", "search-group-name");
  heading.id = `search-page-${shownHits.size}`;
  heading.setAttribute("role", "presentation");
  if (page.label) heading.append(element("span", "search-label", page.label), " ");
  if (own < 0) heading.append(element("span", "search-title", page.title));
  if (page.planned) heading.append(" ", element("span", "planned-mark", t("search.planned")));
  const more = entries.length - MOST_OF_A_PAGE;
  if (more > 0) heading.append(" ", element("span", "search-more", t("search.more", { count: more })));
  group.setAttribute("aria-labelledby", heading.id);
  group.append(heading);
  for (const entry of entries.slice(0, MOST_OF_A_PAGE)) group.append(optionOf(entry, isFound, root));
  return group;
}

function optionOf(entry, isFound, root) {
  const option = element("a", `search-hit is-${entry.kind}`);
  option.id = `search-hit-${shownHits.size}`;
  option.href = root + entry.page.url + (entry.anchor ? `#${entry.anchor}` : "");
  option.tabIndex = -1;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  const title = element("span", "search-hit-title");
  title.append(...nodes(marked(entry.title, isFound)));
  option.append(title);
  const where = [entry.kind === "definition" && t("search.definition"), entry.section?.anchor && t("search.within", { title: entry.section.title })];
  const place = where.filter(Boolean).join(" ");
  if (place) option.append(" ", element("span", "search-where", place));
  option.append(" ", element("span", "search-excerpt"));
  shownHits.set(option.id, entry);
  return option;
}

/** Puts the words in context once the texts are there. */
export function fillExcerpts(list, texts, isFound, phrases) {
  for (const option of list.querySelectorAll("[role=option]")) {
    const entry = shownHits.get(option.id);
    const text = entry.page.planned ? entry.page.summary : texts.get(entry.page.file)?.[entry.within];
    const place = option.querySelector(".search-excerpt");
    // A formula is there as MathML, which the browser draws; all the rest is words.
    if (text?.startsWith("<math")) place.innerHTML = text;
    else if (text) place.replaceChildren(...nodes(excerpt(text, isFound, phrases)));
  }
}

function nodes(pieces) {
  return pieces.map((piece) => (piece.found ? element("mark", "", piece.text) : piece.text));
}

function element(tag, name, text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}
