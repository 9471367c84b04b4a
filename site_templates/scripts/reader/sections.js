// The list of sections marks the one that is being read.

// Where the list stands beside the text (see layout.css) it is open from the start.
const BESIDE = "(min-width: 78rem)";

export function followSections(root = document) {
  const list = root.querySelector(".sections");
  const fold = list?.querySelector("details");
  const wide = matchMedia(BESIDE);
  if (fold) {
    fold.open = wide.matches;
    wide.addEventListener("change", () => (fold.open = wide.matches));
  }
  const links = [...root.querySelectorAll(".sections a[href^='#']")];
  const headings = links.map((link) => root.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (!links.length || headings.includes(null)) return;

  // A list over the text has done its work when a section is chosen.
  for (const link of links) {
    link.addEventListener("click", () => {
      if (fold && !wide.matches) fold.open = false;
    });
  }

  let asked = false;
  let before = -1;
  const mark = () => {
    asked = false;
    // The last heading that has passed the upper third of the window; at the very end, the last one.
    const limit = innerHeight / 3;
    const ended = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    let current = headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= limit);
    if (ended) current = headings.length - 1;
    if (current === before) return;
    before = current;
    links.forEach((link, index) => {
      if (index === current) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    });
    if (current >= 0 && wide.matches) keepInView(list, links[current]);
  };
  const ask = () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask);
  // Not at once: the page would have to be laid out in the middle of the scripts, and again after them.
  ask();
}

/** A list longer than the window follows too; the page itself must not move for it. */
function keepInView(list, link) {
  if (list.scrollHeight <= list.clientHeight) return;
  const box = list.getBoundingClientRect();
  const own = link.getBoundingClientRect();
  if (own.top < box.top) list.scrollTop -= box.top - own.top + 8;
  else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + 8;
}
