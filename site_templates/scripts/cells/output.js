// What a cell printed: the build's text until the reader runs it, then what her own run says, as it comes.

const LIMIT = 20000; // characters shown at once; the rest of a long run would only slow the page

/** @param element the `.cell-output` of a cell, with the output of the build inside */
export function createOutput(element) {
  const pre = element.querySelector("pre");
  const built = { html: pre.innerHTML, hidden: element.hidden };
  let pending = [];
  let frame = 0;

  const flush = () => {
    frame = 0;
    // Pieces of one kind that follow each other make one element.
    for (const { kind, text } of pending) {
      const last = pre.lastElementChild;
      if (last?.dataset.kind === kind) last.append(text);
      else pre.append(piece(kind, text));
    }
    pending = [];
    trim(pre);
    const follows = element.scrollTop + element.clientHeight >= element.scrollHeight - 80;
    element.hidden = pre.childNodes.length === 0;
    if (follows) element.scrollTop = element.scrollHeight;
  };

  return {
    /** Empty it for a new run. */
    clear() {
      cancelAnimationFrame(frame);
      frame = 0;
      pending = [];
      pre.replaceChildren();
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
      this.clear();
      element.setAttribute("aria-live", "off");
      pre.innerHTML = built.html;
      element.hidden = built.hidden;
      requestAnimationFrame(() => element.setAttribute("aria-live", "polite"));
    },
    get text() {
      return pre.textContent;
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

/** Drop the oldest text beyond the limit, whole text nodes first. */
function trim(pre) {
  let extra = pre.textContent.length - LIMIT * 10;
  while (extra > 0 && pre.firstChild) {
    const first = pre.firstChild;
    const node = first.firstChild ?? first;
    const length = node.textContent.length;
    if (length <= extra) node.remove();
    else node.textContent = node.textContent.slice(extra);
    if (first !== node && !first.childNodes.length) first.remove();
    extra -= length;
  }
}
