// At the end of a lesson: its questions, those that wait in the review, and how far its block has been read.
import { waiting } from "../review/deck.js";
import { pageKey } from "../store.js";
import { t } from "../strings.js";
import { tally } from "./tally.js";

export function tellEnd(root = document) {
  const end = root.querySelector(".lesson-end");
  if (!end) return;
  const own = tally([pageKey()]);
  const block = tally(end.dataset.lessons.split(" "));
  const lines = {
    questions: own.answered ? t("lesson_end.questions", { right: own.right, of: own.questions }) : "",
    read: block.begun ? t("lesson_end.block_read", { read: block.read, of: block.lessons }) : "",
    block: block.answered > own.answered ? t("lesson_end.block_questions", { right: block.right, of: block.questions }) : "",
  };
  for (const [name, words] of Object.entries(lines)) {
    const line = end.querySelector(`[data-line="${name}"]`);
    line.textContent = words;
    line.hidden = !words;
  }
  const missed = waiting((key) => key.startsWith(`${pageKey()}#`));
  const link = end.querySelector("[data-line='review']");
  if (link) link.hidden = !missed;
  end.hidden = !Object.values(lines).some(Boolean);
}
