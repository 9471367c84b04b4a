// What a cell printed and drew: the build's until the reader runs it, then what her own run gives, as it comes.
import { t } from "../strings.js";
import { sanitize } from "./sanitize.js";

const LIMIT = 400_000; // characters shown at once: what the kernel lets through of output and result together

/** @param element the `.cell-output` of a cell, with the output of the build inside */
export function createOutput(element) {
  const pre = element.querySelector("pre");
  const prefix = `${element.closest("[id]").id}-dibujo-`;
  for (const drawing of element.querySelectorAll(".output-drawing")) drawing.replaceChildren(sanitize(drawing.innerHTML, prefix));
  const built = { nodes: [...element.childNodes].map((node) => node.cloneNode(true)), hidden: element.hidden };
  let pending = [];
  let frame = 0;
  let length = 0;

  const flush = () => {
    frame = 0;
    const follows = element.scrollTop + element.clientHeight >= element.scrollHeight - 80;
    for (const { kind, text } of pending) {
      if (kind === "drawing") draw(text);
      else write(kind, text);
    }
    pending = [];
    trim();
    element.hidden = !holds();
    if (follows) element.scrollTop = element.scrollHeight;
  };

  const holds = () => pre.childNodes.length > 0 || element.querySelector(".output-drawing") !== null;

  // Pieces of one kind that follow each other make one element.
  const write = (kind, text) => {
    length += text.length;
    const last = pre.lastElementChild;
    if (last?.dataset.kind === kind) last.append(text);
    else pre.append(piece(kind, text));
  };

  const draw = (markup) => {
    const place = document.createElement("div");
    place.className = "output-drawing explorable-scene";
    place.append(sanitize(markup, prefix));
    if (place.childElementCount || place.textContent.trim()) element.append(place);
    else write("stderr", `${t("cell.drawing_refused")}\n`);
  };

  /** Drop the oldest text beyond the limit, whole pieces of text first, and say so. */
  const trim = () => {
    if (length <= LIMIT) return;
    if (pre.firstElementChild?.dataset.kind === "cut") pre.firstElementChild.remove();
    while (length > LIMIT && pre.firstChild) {
      const first = pre.firstChild;
      const node = first.firstChild ?? first;
      const extra = length - LIMIT;
      const taken = Math.min(extra, node.textContent.length);
      if (taken < node.textContent.length) node.textContent = node.textContent.slice(taken);
      else node.remove();
      if (first !== node && !first.childNodes.length) first.remove();
      length -= taken;
    }
    pre.prepend(piece("cut", `${t("cell.cut")}\n`));
  };

  const empty = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    pending = [];
    length = 0;
    pre.replaceChildren();
    for (const drawing of element.querySelectorAll(".output-drawing")) drawing.remove();
  };

  return {
    /** Empty it for a new run. */
    clear() {
      empty();
      element.hidden = true;
    },
    /** Add a piece; many in one frame are shown together. */
    add({ kind, text }) {
      pending.push({ kind, text });
      if (!frame) frame = requestAnimationFrame(flush);
    },
    /** Show at once all that was added. */
    settle() {
      cancelAnimationFrame(frame);
      flush();
    },
    /** Put back what the build printed, without reading it out again. */
    restore() {
      empty();
      element.setAttribute("aria-live", "off");
      const [first, ...others] = built.nodes.map((node) => node.cloneNode(true));
      pre.replaceChildren(...first.childNodes);
      element.append(...others);
      element.hidden = built.hidden;
      requestAnimationFrame(() => element.setAttribute("aria-live", "polite"));
    },
    get isEmpty() {
      return !holds();
    },
  };
}

function piece(kind, text) {
  const span = document.createElement("span");
  span.className = `output-${kind}`;
  span.dataset.kind = kind;
  span.append(text);
  return span;
}
