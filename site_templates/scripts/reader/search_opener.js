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
    root.querySelector(".tool-live").textContent = t("search.failed");
  }
}

export function startSearch(root = document) {
  root.querySelector("[data-opens='search']")?.addEventListener("click", () => openSearch(root));
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
