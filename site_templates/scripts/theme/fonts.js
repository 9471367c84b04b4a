// The fonts of the first picture are on their way before the style sheet names them.

/** `data-fonts` of the page: `family|style|weights|path`, parted by commas; a font that rides in the style sheet has no path. */
function listed({ dataset }) {
  return dataset.fonts.split(",").map((one) => one.split("|"));
}

export function askForFonts(page) {
  for (const [family, style, weight, path] of listed(page)) {
    if (!path) continue;
    const href = page.dataset.root + path;
    // Chromium refuses to preload from a folder; what the style sheet says of late fonts need not hold there.
    if (location.protocol === "file:") new FontFace(family, `url("${href}")`, { style, weight }).load().then((face) => document.fonts.add(face), () => {});
    else document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "font", crossOrigin: "", href }));
  }
}

/** What is folded away uses no font yet, and would be drawn without it when it opens. */
export function keepFonts(page = document.documentElement) {
  addEventListener("load", () => listed(page).forEach(([family, style]) => document.fonts.load(`${style} 1em "${family}"`).catch(() => {})));
}
