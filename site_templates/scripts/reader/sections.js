// The list of sections marks the one that is being read.

// Where the list stands beside the text (see layout.css) it is open from the start.
const BESIDE = "(min-width: 78rem)";

export function followSections(root = document) {
  const fold = root.querySelector(".sections details");
  if (fold) {
    const wide = matchMedia(BESIDE);
    fold.open = wide.matches;
    wide.addEventListener("change", () => (fold.open = wide.matches));
  }
  const links = [...root.querySelectorAll(".sections a[href^='#']")];
  const headings = links.map((link) => root.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (!links.length || headings.includes(null)) return;

  let asked = false;
  const mark = () => {
    asked = false;
    // The last heading that has passed the upper third of the window; at the very end, the last one.
    const limit = innerHeight / 3;
    const ended = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    let current = headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= limit);
    if (ended) current = headings.length - 1;
    links.forEach((link, index) => {
      if (index === current) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    });
  };
  const ask = () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask);
  mark();
}
