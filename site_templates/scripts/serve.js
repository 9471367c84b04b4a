// Only under `libro serve`: brings an open page up to date and shows what is wrong with the book.
(() => {
  "use strict";
  const words = __STRINGS__;
  const OWN = "script[data-page][data-hash]";
  const { page, hash, code } = document.currentScript.dataset;
  const place = `libro-serve:${location.pathname}`;

  // Where the reader stood before the last reload: scroll, what was unfolded, what was typed in cells.
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
  sessionStorage.removeItem(place);
  if (kept) {
    document.querySelectorAll("details").forEach((one, index) => { one.open = kept.open.includes(index) || one.open; });
    const restore = () => window.scrollTo(0, kept.top);
    restore();
    window.addEventListener("load", restore, { once: true });
  }

  const reload = () => {
    const open = [...document.querySelectorAll("details")].flatMap((one, index) => (one.open ? [index] : []));
    sessionStorage.setItem(place, JSON.stringify({ top: window.scrollY, open }));
    location.reload();
  };

  const fetched = async () => new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const hashOf = (root) => root.querySelector(OWN)?.dataset.hash;
  const proseOf = (root) => root.querySelector("main .prose");

  // What no script of the page holds on to: it may be put in the place of something else of its kind.
  const PLAIN = new Set(["P", "UL", "OL", "LI", "BLOCKQUOTE", "EM", "STRONG", "CODE", "A", "BR", "SPAN", "SUP", "SUB", "S"]);
  const HELD = ["id", "role", "tabindex"];
  const isHeld = ({ name }) => HELD.includes(name) || name.startsWith("data-");
  const isPlain = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return true;
    const ofText = node.namespaceURI !== document.documentElement.namespaceURI || PLAIN.has(node.tagName);
    if (!ofText || [...node.attributes].some(isHeld) || (node.tagName === "A" && node.className)) return false;
    return [...node.children].every(isPlain);
  };
  const OPEN = new Set([...PLAIN, "DIV", "ASIDE", "DETAILS"]);
  const isOpen = (node) => OPEN.has(node.tagName) && ![...node.attributes].some(({ name }) => name.startsWith("data-"));
  const sameShell = (one, other) => one.cloneNode(false).isEqualNode(other.cloneNode(false));

  /** Turn the inside of `live`, which came as `was`, into that of `now`; false if more than plain text differs. What to do goes to `edits`. */
  const compare = (was, now, live, edits) => {
    const [a, b, c] = [was, now, live].map((one) => [...one.childNodes]);
    if (a.length !== c.length) return false;
    const least = Math.min(a.length, b.length);
    let start = 0;
    while (start < least && a[start].isEqualNode(b[start])) start += 1;
    let end = 0;
    while (end < least - start && a.at(-1 - end).isEqualNode(b.at(-1 - end))) end += 1;
    const [old, fresh, there] = [a, b, c].map((all) => all.slice(start, all.length - end));
    if ([...old, ...fresh].every(isPlain) && there.every((one, index) => one.isEqualNode(old[index]))) {
      edits.push(() => {
        for (const one of fresh) live.insertBefore(document.importNode(one, true), c[start] ?? null);
        for (const one of there) one.remove();
      });
      return true;
    }
    return old.length === fresh.length && old.every((one, index) => compareNodes(one, fresh[index], there[index], edits));
  };
  const compareNodes = (was, now, live, edits) =>
    was.isEqualNode(now) ||
    (was.nodeType === Node.ELEMENT_NODE && isOpen(was) && sameShell(was, now) && was.tagName === live.tagName && compare(was, now, live, edits));

  /** Bring the page from `was` to `now` where it is; false if it must be loaded anew: more differs than styles and plain text. */
  const update = (was, now) => {
    const links = (root) => [...root.querySelectorAll('link[rel="stylesheet"]')];
    const [old, fresh, there] = [was, now, document].map(links);
    if (old.length !== fresh.length || old.length !== there.length) return false;
    const styles = old.flatMap((link, index) => {
      const href = fresh[index].getAttribute("href");
      const changed = link.getAttribute("href") !== href;
      link.setAttribute("href", href);
      return changed ? [() => there[index].setAttribute("href", href)] : [];
    });
    const texts = [was, now, document].map(proseOf);
    // All but the text must be the same.
    const holes = texts.slice(0, 2).map((text) => text && document.createElement("i"));
    holes.forEach((hole, index) => hole && texts[index].replaceWith(hole));
    const own = now.querySelector(OWN).dataset;
    was.querySelector(OWN).dataset.hash = own.hash;
    const same = was.documentElement.isEqualNode(now.documentElement);
    holes.forEach((hole, index) => hole?.replaceWith(texts[index]));
    if (!same) return false;
    const edits = styles;
    if (texts[0]) {
      // Scripts know the blocks of the text one by one: each of them stays.
      const [a, b, c] = texts.map((text) => [...text.children]);
      if (a.length !== b.length || a.length !== c.length) return false;
      if (!a.every((block, index) => compareNodes(block, b[index], c[index], edits))) return false;
    }
    for (const edit of edits) edit();
    return true;
  };

  const show = (trouble) => {
    let box = document.getElementById("libro-trouble");
    if (!trouble.length) {
      box?.remove();
      return;
    }
    if (!box) {
      box = document.createElement("section");
      box.id = "libro-trouble";
      box.setAttribute("role", "alert");
      box.tabIndex = 0;
      Object.assign(box.style, {
        position: "fixed", inset: "auto 0 0 0", maxHeight: "45vh", overflow: "auto", zIndex: 1000, margin: 0,
        padding: "1rem 1.25rem", background: "#2a1414", color: "#ffe9e4", font: "15px/1.5 ui-monospace, monospace",
        borderTop: "3px solid #ff7a66",
      });
      document.body.append(box);
    }
    const title = Object.assign(document.createElement("strong"), { textContent: words.trouble });
    const list = trouble.map(({ place: where, rule, message, hint }) => {
      const line = document.createElement("p");
      line.style.margin = "0.5rem 0 0";
      line.textContent = [where, rule, message].filter(Boolean).join(": ") + (hint ? ` — ${hint}` : "");
      return line;
    });
    box.replaceChildren(title, ...list);
  };

  let current = hash;
  let served = null; // as it came, before any script touched it
  let last = Promise.resolve();
  const follow = async (state) => {
    show(state.trouble);
    if (state.page === current || state.trouble.length) return;
    // Other cells or figures: scripts hold on to each of them.
    if (state.code !== code) return reload();
    const fresh = await fetched();
    if (hashOf(served) !== current || !update(served, fresh)) return reload();
    served = fresh;
    current = hashOf(fresh);
  };
  const start = async () => {
    served = await fetched();
    const news = new EventSource(`/__libro/news?page=${encodeURIComponent(page)}`);
    // A server that went away tells its state again when it is back.
    news.onmessage = ({ data }) => { last = last.then(() => follow(JSON.parse(data))).catch(() => {}); };
  };
  // First the page itself.
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
})();
