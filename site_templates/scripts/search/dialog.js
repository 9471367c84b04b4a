// The dialog of the search: a field that is a combobox, its results as a list by lessons, and what helps when there are none.
import { t } from "../strings.js";
import { receive } from "./files.js";
import { readIndex } from "./index.js";
import { ask, nearestWord, readQuery } from "./query.js";
import { emptyList, fillExcerpts, showHits } from "./results.js";
import { holdsPhrases } from "./snippets.js";

const INDEX = "buscar/indice.js"; // as in builder/search/files.py
const MOST_SHOWN = 40;
const SPEAK_AFTER = 250; // ms without a key; a count at each letter would be chatter

const root = document.documentElement.dataset.root ?? "";

/** The address of this page below the book's folder, as the index has it. */
const here = (() => {
  const depth = root.split("../").length;
  return decodeURI(location.pathname).split("/").slice(-depth).join("/");
})();

let dialog = null;

export function openSearch() {
  dialog ??= makeDialog();
  if (!dialog.element.open) dialog.element.showModal();
  dialog.input.select();
  dialog.prepare();
}

function makeDialog() {
  const element = document.createElement("dialog");
  element.className = "search";
  element.setAttribute("aria-label", t("search.title"));
  element.innerHTML = `
    <form class="search-bar" role="search">
      <svg class="tool-icon" viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m12.5 12.5 5 5"/></svg>
      <input class="search-input" type="text" role="combobox" aria-expanded="false" aria-controls="search-results"
        aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go" aria-describedby="search-keys">
      <button class="search-close tool" type="button"></button>
    </form>
    <p class="search-status" role="status"></p>
    <div class="search-help"></div>
    <div class="search-results" id="search-results" role="listbox"></div>
    <p class="search-keys" id="search-keys"></p>`;
  const part = (name) => element.querySelector(`.search-${name}`);
  const [input, list, status, help] = ["input", "results", "status", "help"].map(part);
  input.setAttribute("aria-label", t("search.input"));
  input.placeholder = t("search.placeholder");
  list.setAttribute("aria-label", t("search.results"));
  part("close").textContent = t("search.close");
  part("keys").textContent = t("search.keys");
  document.body.append(element);

  let index = null;
  let asked = 0;
  let active = null;
  let timer = 0;

  const say = (words) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      status.textContent = words;
    }, SPEAK_AFTER);
  };

  const activate = (option) => {
    active?.setAttribute("aria-selected", "false");
    active = option;
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const show = (hits, answer) => {
    activate(null);
    const shown = showHits(list, hits.slice(0, MOST_SHOWN), answer.isFound, root);
    input.setAttribute("aria-expanded", String(shown > 0));
    help.replaceChildren();
    if (!hits.length) {
      offerHelp(answer);
      return say(t("search.none", { query: input.value.trim() }));
    }
    if (answer.unknown.length) offerNearest(answer.unknown);
    const count = hits.length === 1 ? t("search.found_one") : t("search.found", { count: hits.length });
    say([count, hits.length > shown && t("search.shown", { shown }), !answer.whole && t("search.some")].filter(Boolean).join(" "));
  };

  const offerNearest = (unknown) => {
    for (const word of unknown) {
      const near = nearestWord(index, word);
      if (!near) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button button-quiet";
      button.textContent = t("search.near", { word: near });
      button.addEventListener("click", () => {
        input.value = input.value.replace(new RegExp(word, "i"), near);
        input.focus();
        search();
      });
      help.append(button);
    }
  };

  const offerHelp = (answer) => {
    offerNearest(answer.unknown);
    const links = document.createElement("p");
    for (const [name, url] of [["search.to_contents", "index.html"], ["search.to_map", "mapa/index.html"]]) {
      const link = document.createElement("a");
      link.href = root + url;
      link.textContent = t(name);
      links.append(link, " ");
    }
    help.append(words("search.none_hint"), links);
  };

  const search = async () => {
    const turn = ++asked;
    const query = readQuery(input.value);
    if (!index || !query.terms.length) {
      activate(null);
      emptyList(list);
      input.setAttribute("aria-expanded", "false");
      if (index) help.replaceChildren(words("search.how"), words("search.how_numbers"));
      return say("");
    }
    const answer = ask(index, query, here);
    const found = new Set(Array.from(answer.words, (place) => index.folded[place]));
    answer.isFound = (word) => found.has(word);
    let { hits } = answer;
    if (query.phrases.length) {
      // Only the texts can tell whether words stand together.
      const texts = await textsOf(hits);
      if (turn !== asked) return;
      const whole = ({ entry }) => `${entry.title} ${entry.page.summary || texts.get(entry.page.file)?.[entry.within] || ""}`;
      hits = hits.filter((hit) => holdsPhrases(whole(hit), query.phrases));
    }
    show(hits, answer);
    const texts = await textsOf(hits.slice(0, MOST_SHOWN));
    if (turn === asked) fillExcerpts(list, texts, answer.isFound, query.phrases);
  };

  const open = (option, event) => {
    if (!option) return;
    const url = new URL(option.href);
    const samePage = url.pathname === location.pathname && url.host === location.host;
    if (samePage) element.close();
    if (!event) location.href = option.href;
  };

  input.addEventListener("input", search);
  element.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    open(active ?? list.querySelector("[role=option]"));
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const options = [...list.querySelectorAll("[role=option]")];
    const at = options.indexOf(active);
    // From the field down to the first, up to the last; past the ends, the field again.
    const next = at < 0 ? (step > 0 ? 0 : options.length - 1) : at + step;
    activate(options[next] ?? null);
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(option, event);
  });
  part("close").addEventListener("click", () => element.close());
  // A press beside the dialog closes it.
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) element.close();
  });

  const prepare = async () => {
    if (index) return;
    status.textContent = t("search.loading");
    try {
      index = readIndex(await receive(INDEX));
      status.textContent = "";
      search();
    } catch {
      status.textContent = t("search.failed");
    }
  };

  return { element, input, prepare };
}

/** The texts of the pages of these hits, by file; one that can't be had is left out. */
async function textsOf(hits) {
  const files = [...new Set(hits.map(({ entry }) => entry.page.file))].filter(Boolean);
  const texts = new Map();
  await Promise.all(
    files.map(async (file) => {
      try {
        texts.set(file, await receive(file));
      } catch {
        // The result stands without its excerpt.
      }
    }),
  );
  return texts;
}

function words(path) {
  const paragraph = document.createElement("p");
  paragraph.textContent = t(path);
  return paragraph;
}
