// SVG to PNG: reads {fonts: [base64 of TrueType], pictures: [{svg, width}]} and answers with the PNGs, in base64.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import process from "node:process";
import { text } from "node:stream/consumers";

const require = createRequire(`${process.env.NODE_PATH}/`);
const { initWasm, Resvg } = require("@resvg/resvg-wasm");
await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));

const { fonts, pictures } = JSON.parse(await text(process.stdin));
const fontBuffers = fonts.map((data) => new Uint8Array(Buffer.from(data, "base64")));
const drawn = pictures.map(({ svg, width }) => {
  const picture = new Resvg(svg, { fitTo: { mode: "width", value: width }, font: { fontBuffers, loadSystemFonts: false } });
  return Buffer.from(picture.render().asPng()).toString("base64");
});
process.stdout.write(JSON.stringify(drawn));
