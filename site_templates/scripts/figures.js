// On pages with figures: each comes alive when it nears the screen. Until then, and on paper, it is the drawing of the build.
import { startFigures } from "./figures/start.js";

startFigures();
