// A figure that lives: Plotly's drawing, laid over that of the build, which keeps its room and comes back on paper.
// It is drawn at the size of the build's drawing and scaled with it, so that the two coincide at every width.
import { inColours } from "./colours.js";
import { readPoints } from "./points.js";
import { walkPoints } from "./walking.js";

const CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false, showAxisDragHandles: false };
const LAYOUT = { dragmode: false, hovermode: "closest", hoverdistance: 30, showlegend: false, barmode: "overlay", bargap: 0 };

export async function bringToLife(figure, plotly) {
  const spec = JSON.parse(figure.querySelector(".plot-data").textContent);
  const canvas = figure.querySelector(".plot-canvas");
  const points = readPoints(figure, spec);
  const layer = document.createElement("div");
  layer.className = "plot-live";
  const board = document.createElement("div");
  layer.append(board);
  canvas.append(layer);

  let variant = "";

  const draw = async () => {
    variant = shown(canvas);
    const layout = spec.layouts[variant];
    const traces = spec.data.map((trace, index) => ({ ...trace, ...points.hover(index), name: "" }));
    const painted = inColours(canvas, { traces, layout: { ...LAYOUT, ...layout, ...frame(layout, canvas) } });
    await plotly.react(board, painted.traces, painted.layout, CONFIG);
    fit();
  };

  const fit = () => {
    const scale = canvas.clientWidth / spec.layouts[variant].width;
    board.style.transform = `scale(${scale})`;
    board.style.width = `${spec.layouts[variant].width}px`;
    board.style.height = `${spec.layouts[variant].height}px`;
  };

  try {
    await draw();
  } catch (error) {
    // The drawing of the build is whole without it.
    layer.remove();
    throw error;
  }
  canvas.classList.add("is-live");
  walkPoints({ figure, layer, board, plotly, points });

  new ResizeObserver(() => (shown(canvas) === variant ? fit() : draw())).observe(canvas);
  // The page changes its colours by an attribute of its root, or by the system's wish.
  new MutationObserver(draw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-contrast"] });
  for (const wish of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"]) {
    matchMedia(wish).addEventListener("change", draw);
  }
}

/** Which of the two drawings the width of the figure shows. */
function shown(canvas) {
  const wide = canvas.querySelector(".plot-wide");
  return wide.getClientRects().length ? "wide" : "narrow";
}

function frame(layout, canvas) {
  const family = getComputedStyle(canvas).fontFamily;
  const label = { bgcolor: "var(--paper-raised)", bordercolor: "var(--line-strong)", font: { color: "var(--ink)", size: 13, family } };
  return {
    font: { ...layout.font, family, color: "var(--ink)" },
    hoverlabel: { ...label, align: "left" },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
  };
}
