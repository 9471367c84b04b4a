// A box is a tab stop only while it has something to scroll; without scripts each of them is one.

const BOXES = ".equation, .cell-code, .cell-output, .prose pre, .table-scroll";

function update(box) {
  if (!box) return; // what was inside it has gone
  const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  if (scrolls) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
  if (box.classList.contains("equation")) box.setAttribute("role", scrolls ? "region" : "group");
}

export function watchScrollBoxes(root = document) {
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target.closest(BOXES))));
  for (const box of root.querySelectorAll(BOXES)) {
    observer.observe(box);
    // What is inside can grow while the box stays.
    for (const child of box.children) observer.observe(child);
  }
}
