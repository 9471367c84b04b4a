// On pages with explorables: give them the page's one Python.
import { startExplorables } from "./explorable/index.js";
import { python } from "./shared_python.js";

startExplorables(python);
