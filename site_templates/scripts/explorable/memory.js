// A state that the reader's device remembers, when the reader asks: kept as it changes, found again at the next visit.

import { keep, pageKey, recall } from "../store.js";
import { t } from "../strings.js";

/** Gives the patch that was kept, or null, and `note(state)`, which keeps what comes after it. */
export function bindMemory(explorable, status) {
  const { figure } = explorable;
  const button = figure.querySelector('[data-action="remember"]');
  const key = `figura:${pageKey()}:${figure.id}`;
  const kept = recall(key);
  const found = kept !== null && typeof kept === "object" && !Array.isArray(kept) ? kept : null;
  let remembering = found !== null;

  const say = () => button.setAttribute("aria-pressed", String(remembering));
  button.disabled = false;
  say();
  button.addEventListener("click", () => {
    const taken = keep(key, remembering ? null : explorable.state);
    // Forgetting can't fail in a way that matters: what can't be reached isn't remembered either.
    remembering = !remembering && taken;
    say();
    status.tell(t(taken ? (remembering ? "explorable.remembered" : "explorable.forgotten") : "explorable.not_kept"));
  });

  return {
    found,
    note(state) {
      if (remembering) keep(key, state);
    },
  };
}
