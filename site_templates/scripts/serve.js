// Only under `libro serve`: brings an open page up to date and shows what is wrong with the book.
(() => {
  "use strict";
  const words = __STRINGS__;
  const { page, hash } = document.currentScript.dataset;
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

  /** True if only style sheets differ: they are swapped and the page stays. */
  const swapStyles = async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const links = (root) => [...root.querySelectorAll('link[rel="stylesheet"]')];
    const bare = (root) => {
      const copy = root.querySelector("body").cloneNode(true);
      copy.querySelectorAll("script[data-hash]").forEach((one) => one.remove());
      return copy.innerHTML;
    };
    const served = new DOMParser().parseFromString(source, "text/html");
    if (bare(served) !== bare(fresh)) return false;
    const [now, next] = [links(document), links(fresh)];
    if (now.length !== next.length) return false;
    next.forEach((link, index) => now[index].setAttribute("href", link.getAttribute("href")));
    source = fresh.documentElement.outerHTML;
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

  let source = "";
  let current = hash;
  const start = async () => {
    source = await (await fetch(location.href)).text();
    const news = new EventSource(`/__libro/news?page=${encodeURIComponent(page)}`);
    news.onmessage = async ({ data }) => {
      const state = JSON.parse(data);
      show(state.trouble);
      if (state.page === current || state.trouble.length) return;
      current = state.page;
      if (!(await swapStyles())) reload();
    };
  };
  start();
})();
