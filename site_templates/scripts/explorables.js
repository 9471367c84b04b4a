// On pages with explorables: give them the page's one Python.
import { startExplorables } from "./explorable/index.js";
import { startModelGates } from "./model/gate.js";
import { python } from "./shared_python.js";

startModelGates(startExplorables(python), python);
