// Which key does what, and where a key belongs to something else.

/** Where letters are written or chosen: there no key is a shortcut. */
const WRITING = [
  "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])", "textarea", "select",
  "[contenteditable]:not([contenteditable=false])", "[role=textbox]", "[role=combobox]", "[role=listbox]", "[role=application]",
].join(", ");

/** What answers to arrows itself, and whatever is inside a figure or a cell. */
const MOVING = [
  "input", "summary", "audio", "video", "[role=slider]", "[role=radiogroup]", "[role=grid]", "[role=tablist]", "[role=menu]", "[role=tree]",
  "[role=spinbutton]", "[role=scrollbar]", ".explorable", ".figure", ".code-cell", "[data-explorable]",
].join(", ");

const LETTERS = { "/": "search", "?": "help", n: "next", p: "previous" };
const ARROWS = { ArrowRight: "next", ArrowLeft: "previous" };

/** What a key asks for, or null: "search", "help", "next" or "previous". */
export function askedBy(event, root = document) {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (root.querySelector("dialog[open]")) return null;
  const target = event.target instanceof Element ? event.target : root.body;
  if (target.closest(WRITING)) return null;
  if (event.key in ARROWS) return event.shiftKey || target.closest(MOVING) || scrollsSideways(target) ? null : ARROWS[event.key];
  const key = event.key.length === 1 && /[np]/i.test(event.key) ? (event.shiftKey ? "" : event.key.toLowerCase()) : event.key;
  return LETTERS[key] ?? null;
}

/** Whether an arrow would move this, the page itself, or the reader's magnified view or selection. */
function scrollsSideways(target) {
  if ((globalThis.visualViewport?.scale ?? 1) > 1.01) return true;
  if (!getSelection().isCollapsed) return true;
  for (let one = target; one instanceof Element; one = one.parentElement) {
    const scrolls = one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX);
    if (scrolls && one.scrollWidth > one.clientWidth + 1) return true;
  }
  return false;
}
