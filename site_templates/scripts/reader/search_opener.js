// The button that opens the search. All the rest of the search comes when it is first asked for.
import { t } from "../strings.js";

let loading = null;

/** Opens the search; its script is fetched the first time. */
export async function openSearch(root = document) {
  const button = root.querySelector("[data-opens='search']");
  if (!button) return;
  try {
    loading ??= load(button.dataset.script);
    await loading;
    globalThis.libroOpenSearch();
  } catch {
    loading = null;
    tell(root, t("search.failed"));
  }
}

export function startSearch(root = document) {
  root.querySelector("[data-opens='search']")?.addEventListener("click", () => openSearch(root));
}

/** Says so in the corner where the page says what went wrong. */
function tell(root, words) {
  const place = root.querySelector(".search-failed") ?? root.createElement("p");
  place.className = "memory-notice search-failed";
  place.setAttribute("role", "status");
  root.body.append(place);
  place.textContent = words;
}

function load(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = resolve;
    script.onerror = () => reject(new Error(url));
    script.src = url;
    document.head.append(script);
  });
}
