// Before anything is drawn: the look that the reader chose, what else the device keeps, that there are scripts, and the fonts. Every byte here is waited for.
import { askForFonts } from "./theme/fonts.js";
import { soundLook, wear } from "./theme/look.js";

const page = document.documentElement;
page.dataset.scripts = "";
const kept = (name) => JSON.parse(localStorage.getItem(`libro:${page.dataset.book}:1:${name}`));
try {
  wear(soundLook(kept("aspecto")));
  if (kept("ultima")) page.dataset.resume = "";
} catch {
  // Refused or damaged: the page follows the system.
}
askForFonts(page);
