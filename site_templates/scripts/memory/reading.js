// In a lesson: what has been read, and the place, which is offered at the next visit; the page never jumps by itself.
import { keep, pageKey, recall } from "../store.js";
import { t } from "../strings.js";
import { tellEnd } from "./lesson_end.js";
import { saw, soundProgress } from "./progress.js";

const REST = 400; // ms without scrolling after which the place counts
const WORTH_OFFERING = 0.06; // of the lesson: nearer to its beginning nobody is lost
const READ_OUT = 600; // ms on the screen before a block counts as seen

export function followReading(root = document) {
  const text = root.querySelector(".lesson .prose");
  if (!text) return;
  const blocks = [...text.children];
  followProgress(blocks);
  offerPlace(blocks, root);
  followPlace(blocks);
  tellEnd(root);
}

function followProgress(blocks) {
  const key = `avance:${pageKey()}`;
  let progress = soundProgress(recall(key), blocks.length);
  const waiting = new Map();
  let timer = 0;
  const save = () => {
    timer = 0;
    keep(key, progress, { quietly: true });
    tellEnd();
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(waiting.get(target));
      if (!isIntersecting) continue;
      const note = () => {
        if (document.hidden) return;
        observer.unobserve(target);
        progress = saw(progress, blocks.indexOf(target));
        timer ||= setTimeout(save, REST);
      };
      waiting.set(target, setTimeout(note, READ_OUT));
    }
  });
  for (const block of blocks) observer.observe(block);
  addEventListener("pagehide", () => timer && save());
}

function followPlace(blocks) {
  let timer = 0;
  const note = () => {
    timer = 0;
    const index = blocks.findLastIndex((block) => block.getBoundingClientRect().top <= innerHeight / 4);
    const share = scrollY / Math.max(1, document.documentElement.scrollHeight - innerHeight);
    const section = blocks.slice(0, index + 1).findLast((block) => block.matches("h2"));
    const place = { block: index, of: blocks.length, section: section?.id ?? "", share: Math.round(share * 1000) / 1000 };
    keep(`lugar:${pageKey()}`, index < 0 ? null : place, { quietly: true });
    if (index >= 0) keep("ultima", pageKey(), { quietly: true });
  };
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = setTimeout(note, REST);
  }, { passive: true });
  addEventListener("pagehide", () => timer && note());
}

function offerPlace(blocks, root) {
  const place = recall(`lugar:${pageKey()}`);
  const target = placeOf(place, blocks);
  // Who came by a link to a section, or back by the browser's own memory, is where she wants to be.
  if (!target || location.hash || scrollY > 0) return;
  const offer = root.createElement("div");
  offer.className = "resume";
  const go = root.createElement("button");
  go.type = "button";
  go.className = "button";
  const title = titleOf(blocks.slice(0, blocks.indexOf(target) + 1).findLast((block) => block.matches("h2")));
  go.textContent = title ? t("memory.resume_at", { title }) : t("memory.resume");
  const stay = root.createElement("button");
  stay.type = "button";
  stay.className = "button button-quiet";
  stay.textContent = t("memory.stay");
  offer.append(go, stay);
  const close = () => {
    offer.remove();
    removeEventListener("scroll", leave);
  };
  const leave = () => scrollY > innerHeight / 2 && close();
  go.addEventListener("click", () => {
    close();
    target.tabIndex = -1;
    target.scrollIntoView({ block: "start", behavior: "instant" });
    target.focus({ preventScroll: true });
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  });
  stay.addEventListener("click", close);
  // First in the text, so that it is the first thing that Tab and a screen reader find there.
  root.getElementById("contenido").prepend(offer);
  addEventListener("scroll", leave, { passive: true });
}

/** The words of a section's heading; none where a formula stands among them. */
function titleOf(heading) {
  return heading && !heading.querySelector(".katex") ? heading.textContent.trim() : "";
}

/** The block where a kept place is today; null where there is none worth going to. */
function placeOf(place, blocks) {
  if (!(place?.share >= WORTH_OFFERING)) return null;
  if (place.of === blocks.length) return blocks[place.block] ?? null;
  return blocks.find((block) => block.id && block.id === place.section) ?? null;
}
