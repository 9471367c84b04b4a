// An editable matrix: one tab stop; Alt and an arrow go from entry to entry, as plain arrows change the number.

import { bindTyped } from "./simple.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function bindMatrix(element, control, change, current) {
  const inputs = [...element.querySelectorAll("input")];
  const at = (row, column) => inputs[row * control.columns.length + column];
  const syncs = inputs.map((input) => {
    const [row, column] = [Number(input.dataset.row), Number(input.dataset.column)];
    const changeEntry = (value) => {
      change(current().map((entries, r) => entries.map((entry, c) => (r === row && c === column ? value : entry))));
    };
    return bindTyped(input, control.decimals, changeEntry, () => current()[row][column]);
  });

  element.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (!event.altKey || !move || !(event.target instanceof HTMLInputElement)) return;
    const row = Number(event.target.dataset.row) + move[0];
    const column = Number(event.target.dataset.column) + move[1];
    event.preventDefault();
    if (row in control.rows && column in control.columns) at(row, column).focus();
  });
  element.addEventListener("focusin", (event) => {
    for (const input of inputs) input.tabIndex = input === event.target ? 0 : -1;
  });
  return () => syncs.forEach((sync) => sync());
}
