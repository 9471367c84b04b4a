// A link to a place of the page copies its whole address when it is followed, and says so.
import { t } from "../strings.js";

const LINKS = ".anchor, a.equation-number, a.figure-number";
const SHOWN_FOR = 2400; // ms

export function copyAnchors(root = document) {
  const links = root.querySelectorAll(LINKS);
  if (!links.length) return;
  const tip = root.createElement("p");
  tip.className = "copied-tip";
  tip.setAttribute("role", "status");
  root.body.append(tip);
  let timer = 0;

  const tell = (link, words) => {
    const box = link.getBoundingClientRect();
    tip.textContent = words;
    tip.classList.add("shown");
    const left = Math.min(Math.max(8, box.left), document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${box.bottom + scrollY + 6}px`;
    clearTimeout(timer);
    timer = setTimeout(() => {
      tip.classList.remove("shown");
      tip.textContent = "";
    }, SHOWN_FOR);
  };

  for (const link of links) {
    link.addEventListener("click", async (event) => {
      // Another tab, a download: that is no copy.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const done = await copied(link.href);
      // After the jump, so that the words stand where the link now is.
      requestAnimationFrame(() => tell(link, done ? t("anchors.copied") : t("anchors.in_address")));
    });
  }
}

/** False where the browser keeps the clipboard to itself: plain http, a refused permission. */
async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
