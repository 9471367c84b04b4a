// The cells of a page: each gets an editor and its buttons; one runs at a time, after those it depends on.
import { createCell } from "./cells/cell.js";
import { createRunner } from "./cells/runner.js";
import { python } from "./shared_python.js";

const cells = [...document.querySelectorAll(".code-cell")].map((element) => createCell(element));
createRunner(cells, python);
