// A draggable point, as two typed numbers; the handle on the axes is in ../handles.js.

import { bindTyped } from "./simple.js";

export function bindPoint(element, control, change, current) {
  const syncs = [...element.querySelectorAll("input")].map((input) => {
    const axis = Number(input.dataset.axis);
    const changeAxis = (value) => change(current().map((part, at) => (at === axis ? value : part)));
    return bindTyped(input, control.decimals, changeAxis, () => current()[axis]);
  });
  return () => syncs.forEach((sync) => sync());
}
