// The points of a figure and their words, read from its table: the one place where its numbers are written out.

/**
 * `hover(trace)` is what Plotly takes to show a point's words; `rows` are the traces to walk, each a list of
 * `{ words, cell, at }`, where `at` is what Plotly takes to mark it.
 */
export function readPoints(figure, spec) {
  const heat = spec.data[0].type === "heatmap";
  const head = [...figure.querySelectorAll(".figure-data thead th")].map((one) => one.innerHTML);
  const rows = heat ? spec.data[0].z.map(() => []) : spec.data.map(() => []);
  for (const cell of figure.querySelectorAll(".figure-data [data-at]")) {
    const [row, column] = cell.dataset.at.split(",").map(Number);
    const first = cell.parentElement.firstElementChild.innerHTML;
    rows[row][column] = { cell, lines: lines(cell, first, row), at: at(row, column) };
  }

  function lines(cell, first, row) {
    const value = cell.innerHTML;
    if (heat) return [`${first} · ${head[cell.cellIndex]}`, value];
    const [across, along] = spec.flat ? [spec.titles[1], spec.titles[0]] : spec.titles;
    const told = [`${across}: ${first}`, `${along}: ${value}`];
    return spec.names.length ? [spec.names[row], ...told] : told;
  }

  function at(row, column) {
    if (heat) return { curveNumber: 0, xval: column, yval: row };
    return { curveNumber: row, pointNumber: column };
  }

  return {
    rows,
    hover(trace) {
      const words = (point) => (point ? point.lines.join("<br>") : "");
      return heat
        ? { text: rows.map((row) => row.map(words)), hoverinfo: "text" }
        : { hovertext: rows[trace].map(words), hoverinfo: "text" };
    },
  };
}
