// Said once a page, in a corner: what the reader does here will be gone when the page is closed.
import { onRefused } from "../store.js";
import { t } from "../strings.js";

export function tellWhenRefused(root = document) {
  const place = root.createElement("p");
  place.className = "memory-notice";
  place.setAttribute("role", "status");
  place.hidden = true;
  root.body.append(place);
  let told = false;
  onRefused(() => {
    if (told) return;
    told = true;
    place.hidden = false;
    const button = root.createElement("button");
    button.type = "button";
    button.className = "button button-quiet";
    button.textContent = t("memory.understood");
    button.addEventListener("click", () => place.remove());
    place.append(t("memory.refused"), button);
  });
}
