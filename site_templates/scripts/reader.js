// On every page: what makes links, formulas and sections answer.
import { markContents } from "./memory/contents.js";
import { tellWhenRefused } from "./memory/notice.js";
import { followReading } from "./memory/reading.js";
import { copyAnchors } from "./reader/anchors.js";
import { startCards } from "./reader/cards.js";
import { startOffline } from "./offline/register.js";
import { unfoldForPrint } from "./reader/printing.js";
import { watchScrollBoxes } from "./reader/scroll_boxes.js";
import { startSearch } from "./reader/search_opener.js";
import { followSections } from "./reader/sections.js";
import { startShortcuts } from "./shortcuts.js";
import { keepFonts } from "./theme/fonts.js";
import { startSwitch } from "./theme/switch.js";

tellWhenRefused();
keepFonts();
startSwitch();
watchScrollBoxes();
followSections();
copyAnchors();
startSearch();
startShortcuts();
startCards();
unfoldForPrint();
startOffline();
markContents();
followReading();
