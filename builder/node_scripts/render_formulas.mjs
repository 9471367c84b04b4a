// Renders batches of formulas, each a line of JSON on standard input and a line of JSON on standard output.
// In:  {"formulas": [{"tex", "display"}]}    Out: [{"html"} or {"error", "position"}]
import { createRequire } from "node:module";
import process from "node:process";
import { createInterface } from "node:readline";

// The packages live in the cache, not beside this file.
const require = createRequire(process.env.NODE_PATH + "/");
const katex = require("katex");

// Hooks that tie a symbol to an explorable; everything else that \htmlX could do stays off.
const TRUSTED = new Set(["\\htmlClass", "\\htmlData"]);

function render({ tex, display }) {
  try {
    const html = katex.renderToString(tex, {
      displayMode: display,
      output: "htmlAndMathml",
      throwOnError: true,
      strict: (code) => (code === "htmlExtension" ? "ignore" : "error"),
      trust: ({ command }) => {
        // Left to itself KaTeX would show the command in red, and nobody would be told.
        if (!TRUSTED.has(command)) throw new katex.ParseError(`Command not allowed: ${command}`);
        return true;
      },
    });
    return { html };
  } catch (error) {
    // KaTeX reads braces within braces by calling itself, as deep as the stack goes.
    if (error instanceof RangeError) return { error: "Nested too deeply", position: null };
    if (!(error instanceof katex.ParseError)) throw error;
    return { error: error.rawMessage ?? error.message, position: error.position ?? null };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  process.stdout.write(JSON.stringify(JSON.parse(line).formulas.map(render)) + "\n");
}
