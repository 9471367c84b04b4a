// On the cover: what has been read, quietly, and a way back to where the reader was.
import { recall } from "../store.js";
import { t } from "../strings.js";
import { standing } from "./progress.js";
import { tally } from "./tally.js";

export function markContents(root = document) {
  const entries = [...root.querySelectorAll(".contents [data-lesson]")];
  if (!entries.length) return;
  for (const entry of entries) {
    const { right, questions, answered } = tally([entry.dataset.lesson]);
    const stands = standing(recall(`avance:${entry.dataset.lesson}`));
    const words = [];
    if (stands !== "unread") words.push(t(`memory.${stands}`));
    if (answered) words.push(t("memory.questions", { right, of: questions }));
    const mark = entry.querySelector(".lesson-mark");
    mark.textContent = words.join(" · ");
    mark.classList.toggle("is-read", stands === "read");
  }
  for (const block of root.querySelectorAll(".contents .block")) {
    const lessons = [...block.querySelectorAll("[data-lesson]")].map((one) => one.dataset.lesson);
    const { begun, read, answered, right, questions } = tally(lessons);
    const words = [];
    if (begun) words.push(t("memory.block_read", { read, of: lessons.length }));
    if (answered) words.push(t("memory.questions", { right, of: questions }));
    block.querySelector(".block-mark").textContent = words.join(" · ");
  }
  offerLast(root, entries);
}

function offerLast(root, entries) {
  const offer = root.querySelector(".cover-resume");
  const last = recall("ultima");
  const link = entries.find((one) => one.dataset.lesson === last)?.querySelector("a");
  if (!offer || !link) return;
  const button = root.createElement("a");
  button.className = "button button-quiet button-large";
  button.href = link.getAttribute("href");
  button.textContent = t("memory.resume_at", { title: link.textContent });
  offer.replaceChildren(button);
  offer.hidden = false;
}
