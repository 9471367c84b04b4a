// The door to the model in a figure that needs it: says what it weighs before anything is fetched, fetches, stops, forgets.

import { fixed } from "../explorable/numbers.js";
import { t } from "../strings.js";
import { allKept, fetchParts, forget, readList } from "./parts.js";

const FOLDER = "model/";

/** Put a gate in each figure that needs the model. `base` is the model's folder, absent where the book has none. */
export function startModelGates(explorables, python, base = document.documentElement.dataset.model) {
  for (const explorable of explorables.values()) {
    if (explorable.figure.querySelector('[data-needs="model"]')) createGate(explorable, python, base);
  }
}

function createGate(explorable, python, base) {
  const { figure } = explorable;
  const box = document.createElement("div");
  box.className = "model-gate";
  const words = Object.assign(document.createElement("p"), { className: "model-gate-words" });
  words.setAttribute("role", "status");
  const bar = Object.assign(document.createElement("progress"), { max: 1, value: 0, hidden: true });
  bar.setAttribute("aria-label", t("model.progress"));
  const fetchButton = button("button", start);
  const cancelButton = button("button button-quiet", () => aborter?.abort());
  const forgetButton = button("button button-quiet", drop);
  cancelButton.textContent = t("model.cancel");
  forgetButton.textContent = t("model.forget");
  box.append(words, bar, fetchButton, cancelButton, forgetButton);
  if (base) {
    const licence = Object.assign(document.createElement("a"), { href: `${base}licencia.txt`, textContent: t("model.licence") });
    licence.className = "model-gate-licence";
    box.append(licence);
  }
  (figure.querySelector(".explorable-run") ?? figure.querySelector(".explorable-scene")).before(box);

  let list = null;
  let aborter = null;
  let isKept = false;
  const have = {};
  const fromDisk = location.protocol === "file:";
  const size = () => fixed(list.packed / 1e6, 0);

  look();

  /** What there is, before anything is fetched. */
  async function look() {
    if (!base || !python) return say(t("model.absent"), []);
    try {
      list ??= await readList(base);
      isKept = await allKept(base, list);
      rest();
    } catch (error) {
      fail(error);
    }
  }

  function rest() {
    if (fromDisk) offer(t("model.on_disk", { size: size() }), t("model.load"));
    else if (isKept) offer(t("model.kept", { size: size() }), t("model.load"));
    else offer(t("model.offer", { size: size() }), t("model.fetch", { size: size() }));
  }

  function offer(sentence, label) {
    fetchButton.textContent = label;
    say(sentence, [fetchButton, ...(isKept ? [forgetButton] : [])]);
  }

  async function start() {
    aborter = new AbortController();
    const { signal } = aborter;
    say(t("model.fetching"), [bar, cancelButton]);
    cancelButton.focus();
    try {
      list ??= await readList(base);
      await fetchParts(base, list, have, { signal, onProgress });
      isKept = await allKept(base, list);
      for (const part of list.files) {
        python.give(FOLDER + part.name, have[part.name]);
        // The host keeps them for the next worker.
        delete have[part.name];
      }
      python.give(`${FOLDER}manifest.json`, JSON.stringify(list));
      box.dataset.model = "ready";
      say(t(isKept ? "model.ready_kept" : "model.ready"), isKept ? [forgetButton] : []);
      await python.load();
      explorable.request();
    } catch (error) {
      if (!signal.aborted) return fail(error);
      rest();
      words.textContent = `${t("model.cancelled")} ${words.textContent}`;
      fetchButton.focus();
    }
  }

  function onProgress(bytes) {
    bar.value = bytes / list.packed;
    words.textContent = t("model.fetching_bytes", { loaded: fixed(bytes / 1e6, 0), total: size() });
  }

  async function drop() {
    await forget();
    isKept = false;
    if (box.dataset.model === "ready") say(t("model.forgotten_ready"), []);
    else rest();
  }

  function fail(error) {
    const known = ["unreachable", "damaged"].includes(error.reason) ? `model.${error.reason}` : "model.failed";
    fetchButton.textContent = t("model.retry");
    say(`${t(known)} (${error.message})`, [fetchButton]);
  }

  function say(sentence, shown) {
    words.textContent = sentence;
    for (const one of [bar, fetchButton, cancelButton, forgetButton]) one.hidden = !shown.includes(one);
  }
}

function button(className, work) {
  const made = Object.assign(document.createElement("button"), { type: "button", className });
  made.addEventListener("click", work);
  return made;
}
