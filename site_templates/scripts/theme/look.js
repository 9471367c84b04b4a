// What a reader may choose of the page's look, and how it is put on; tokens.css does the rest.

/** The first of each is what a page is without a choice: "system" follows the device. */
export const CHOICES = {
  colours: ["system", "light", "dark"],
  contrast: ["system", "more"],
  text: ["normal", "large", "larger"],
};

/** The window's frame has the colour of the paper in tokens.css. */
const PAPER = { light: "#fbf8f2", dark: "#17181b" };
const PLAIN_PAPER = { light: "#ffffff", dark: "#000000" };

/** A whole and possible look out of whatever was kept. */
export function soundLook(kept) {
  const look = {};
  for (const [part, [usual, ...others]] of Object.entries(CHOICES)) {
    look[part] = others.includes(kept?.[part]) ? kept[part] : usual;
  }
  return look;
}

export function wear({ colours, contrast, text }, root = document) {
  const page = root.documentElement;
  mark(page, "theme", colours, "system");
  mark(page, "contrast", contrast, "system");
  mark(page, "text", text, "normal");
  const papers = contrast === "more" ? PLAIN_PAPER : PAPER;
  for (const meta of root.querySelectorAll("meta[name='theme-color']")) {
    const scheme = meta.media.includes("dark") ? "dark" : "light";
    meta.content = papers[colours === "system" ? scheme : colours];
  }
}

function mark(page, name, value, usual) {
  if (value === usual) delete page.dataset[name];
  else page.dataset[name] = value;
}
