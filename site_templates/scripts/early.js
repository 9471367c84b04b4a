// Before anything is drawn: the look that the reader chose, and that there are scripts. Every byte here is waited for.
import { soundLook, wear } from "./theme/look.js";

const page = document.documentElement;
page.dataset.scripts = "";
try {
  wear(soundLook(JSON.parse(localStorage.getItem(`libro:${page.dataset.book}:1:aspecto`))));
} catch {
  // Refused or damaged: the page follows the system.
}
