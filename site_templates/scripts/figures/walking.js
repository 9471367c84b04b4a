// A figure by keyboard: one stop, arrows from point to point and from curve to curve, its words told as they are shown.
import { t } from "../strings.js";

const MARK = /<[^>]+>/g;

export function walkPoints({ figure, layer, board, plotly, points }) {
  const number = figure.querySelector(".figure-number").textContent.replace(/\D/g, "");
  const total = points.rows.reduce((sum, row) => sum + row.length, 0);
  let [row, column] = [0, 0];

  // A slider: what moves along values by arrows, and tells each in words.
  layer.tabIndex = 0;
  layer.setAttribute("role", "slider");
  layer.setAttribute("aria-label", t("figure.explore", { number }));
  layer.setAttribute("aria-valuemin", "1");
  layer.setAttribute("aria-valuemax", String(total));

  const plain = (html) => {
    const holder = document.createElement("span");
    holder.innerHTML = html.replace(MARK, (tag) => (/^<\/?su[bp]>/.test(tag) ? "" : " "));
    return holder.textContent;
  };

  const mark = () => {
    for (const lit of figure.querySelectorAll("td.lit")) lit.classList.remove("lit");
  };

  const tell = () => {
    const before = points.rows.slice(0, row).reduce((sum, one) => sum + one.length, 0);
    layer.setAttribute("aria-valuenow", String(before + column + 1));
    layer.setAttribute("aria-valuetext", points.rows[row][column].lines.map(plain).join(", "));
  };

  const show = () => {
    mark();
    const point = points.rows[row][column];
    point.cell.classList.add("lit");
    tell();
    plotly.Fx.hover(board, [point.at]);
  };

  const hide = () => {
    mark();
    plotly.Fx.unhover(board);
  };

  layer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const last = points.rows[row].length - 1;
    const moves = {
      ArrowRight: () => (column = Math.min(last, column + 1)),
      ArrowLeft: () => (column = Math.max(0, column - 1)),
      ArrowDown: () => (row = Math.min(points.rows.length - 1, row + 1)),
      ArrowUp: () => (row = Math.max(0, row - 1)),
      Home: () => (column = 0),
      End: () => (column = last),
      Escape: null,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    if (event.key === "Escape") return hide();
    moves[event.key]();
    column = Math.min(column, points.rows[row].length - 1);
    show();
  });
  layer.addEventListener("focus", () => {
    if (layer.matches(":focus-visible")) show();
  });
  layer.addEventListener("blur", hide);
  tell();
}
