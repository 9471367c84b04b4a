// "There is a new version": said once, politely, with a button; nothing changes under a reader's eyes by itself.
import { t } from "../strings.js";

let said = false;

export function offerVersion(registration) {
  if (said) return;
  said = true;
  const box = document.createElement("section");
  box.className = "version-notice";
  box.setAttribute("aria-label", t("offline.label"));
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  const update = button("button", t("offline.update"), () => {
    update.disabled = true;
    // It may have taken over meanwhile, from another tab.
    if (registration.waiting) registration.waiting.postMessage("take over");
    else location.reload();
  });
  const later = button("button button-quiet", t("offline.later"), () => box.remove());
  box.append(words, update, later);
  document.body.append(box);
  // A live region speaks of what changes in it, not of what it is born with.
  requestAnimationFrame(() => (words.textContent = t("offline.fresh")));
}

function button(className, words, work) {
  const made = Object.assign(document.createElement("button"), { type: "button", className, textContent: words });
  made.addEventListener("click", work);
  return made;
}
