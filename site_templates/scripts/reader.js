// On every page: what makes links, formulas and sections answer.
import { startCards } from "./reader/cards.js";
import { unfoldForPrint } from "./reader/printing.js";
import { watchScrollBoxes } from "./reader/scroll_boxes.js";
import { followSections } from "./reader/sections.js";

watchScrollBoxes();
followSections();
startCards();
unfoldForPrint();
