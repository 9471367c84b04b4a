// The page that shows all that the device keeps of this book, takes it along, brings it back and forgets it.
import { soundLook } from "./theme/look.js";
import { anyKept, forget as forgetModel } from "./model/parts.js";
import { byLesson, readKey } from "./notebook/entries.js";
import { readNotebook, writeNotebook } from "./notebook/exchange.js";
import { lessonCard, restLines } from "./notebook/shown.js";
import { dayOf, dueToday, nextDay, soundDeck } from "./review/schedule.js";
import { everything, forgetEverything, keep, VERSION } from "./store.js";
import { t } from "./strings.js";

const page = document.querySelector(".own-page");
const book = document.documentElement.dataset.book;
const lessons = JSON.parse(document.querySelector(".notebook-book").textContent);
const find = (selector) => page.querySelector(selector);
const part = (name) => find(`[data-show="${name}"]`);
const button = (action) => find(`[data-action="${action}"]`);
const said = find(".notebook-said");

part("folder").hidden = location.protocol !== "file:";
show().finally(() => {
  find(".notebook-actions").hidden = false;
  delete page.dataset.filling;
});

async function show() {
  const entries = [...everything()].filter(([key]) => readKey(key));
  const kept = new Map(entries);
  const own = byLesson(entries, Object.keys(lessons));
  const today = dayOf(new Date());
  const deck = soundDeck(kept.get("repaso"), today);
  const lines = restLines({
    waiting: dueToday(deck, today).length,
    inReview: Object.keys(deck).length,
    days: (nextDay(deck) ?? today) - today,
    look: soundLook(kept.get("aspecto")),
    silenced: kept.get("atajos") === false,
    model: await anyKept(),
  });
  find(".notebook-lessons").replaceChildren(...own.map((one) => lessonCard(one, lessons[one.lesson], () => forgetLesson(one))));
  find(".notebook-rest").replaceChildren(...lines);
  part("lessons").hidden = !own.length;
  part("rest").hidden = !lines.length;
  if (part("review")) part("review").hidden = !Object.keys(deck).length;
  part("empty").hidden = Boolean(own.length || lines.length);
  button("export").disabled = !entries.length;
  button("forget").disabled = !own.length && !lines.length;
}

async function forgetLesson({ lesson, keys }) {
  for (const key of keys) keep(key, null);
  const deck = Object.entries(everything().get("repaso") ?? {}).filter(([key]) => !key.startsWith(`${lesson}#`));
  keep("repaso", deck.length ? Object.fromEntries(deck) : null);
  if (everything().get("ultima") === lesson) keep("ultima", null);
  await show();
  tell(t("notebook.forgotten_lesson", { title: lessons[lesson]?.title ?? t("notebook.old_lesson") }));
}

button("export").addEventListener("click", () => {
  const entries = [...everything()].filter(([key, value]) => readKey(key) && value !== null);
  const text = writeNotebook({ book, version: VERSION, entries });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = t("notebook.export_name", { book });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});

const chooser = find("input[type=file]");
button("import").addEventListener("click", () => chooser.click());
chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  chooser.value = "";
  if (!file) return;
  const { entries, fault } = readNotebook(await file.text(), { book, version: VERSION });
  if (fault) return tell(t(`notebook.${fault}`));
  for (const [key, value] of entries) keep(key, value);
  await show();
  tell(t("notebook.imported", { count: entries.size }));
});

const confirmation = find(".notebook-confirm");
function ask(asking) {
  confirmation.hidden = !asking;
  button("forget").setAttribute("aria-expanded", String(asking));
  button(asking ? "forget-no" : "forget").focus();
}
button("forget").addEventListener("click", () => ask(confirmation.hidden));
button("forget-no").addEventListener("click", () => ask(false));
confirmation.addEventListener("keydown", (event) => event.key === "Escape" && ask(false));
button("forget-yes").addEventListener("click", async () => {
  forgetEverything();
  await forgetModel();
  confirmation.hidden = true;
  button("forget").removeAttribute("aria-expanded");
  await show();
  // The button that asked is now of no use: the focus goes to what was done.
  said.tabIndex = -1;
  said.focus();
  tell(t("notebook.forgotten"));
});

function tell(words) {
  said.textContent = words;
}
