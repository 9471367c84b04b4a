// The state of an explorable as plain values: settled inside its bounds, as a key, and in an address.

import { clamp, ontoStep } from "./numbers.js";

/** `value` as a control keeps it, or undefined when it means nothing there. */
export function settle(control, given) {
  const value = typeof given === "string" ? read(control, given) : given;
  const number = (part, low, high) => (Number.isFinite(part) ? ontoStep(part, low, high, control.step) : undefined);
  const every = (list) => (list.includes(undefined) ? undefined : list);
  switch (control.kind) {
    case "slider":
    case "stepper":
    case "number":
      if (control.scale === "log2" && value > 0) {
        return 2 ** ontoStep(Math.log2(value), control.min, control.max, 1);
      }
      if (control.scale === "octaves") {
        return Number.isFinite(value) ? Math.round(clamp(value, 2 ** control.min, 2 ** control.max)) : undefined;
      }
      return number(value, control.min, control.max);
    case "toggle":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return control.choices.some((one) => one.value === value) ? value : undefined;
    case "point":
      if (!Array.isArray(value) || value.length !== 2) return undefined;
      return every([number(value[0], ...control.x), number(value[1], ...control.y)]);
    case "matrix": {
      const fits = Array.isArray(value) && value.length === control.rows.length
        && value.every((row) => Array.isArray(row) && row.length === control.columns.length);
      if (!fits) return undefined;
      return every(value.map((row) => every(row.map((part) => number(part, control.min, control.max)))));
    }
    case "token_list": {
      const places = Array.isArray(value) ? [...value].sort((a, b) => a - b) : [];
      return places.length === control.tokens.length && places.every((place, at) => place === at) ? value : undefined;
    }
    case "text":
      return typeof value === "string" ? value.slice(0, control.longest) : undefined;
    case "seed":
      return Number.isFinite(value) ? ontoStep(value, 0, control.max, 1) : undefined;
    default:
      return undefined;
  }
}

/** A value as it is written in an address or in a button of the prose: `7`, `true`, `1,0.5`, `1,0;0,1`. */
function written(value) {
  if (!Array.isArray(value)) return String(value);
  return value.map((part) => (Array.isArray(part) ? part.join(",") : part)).join(Array.isArray(value[0]) ? ";" : ",");
}

/** The opposite of `written`. What can't be read comes out as something that `settle` refuses. */
function read(control, text) {
  const numbers = (list) => list.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  switch (control.kind) {
    case "choice":
    case "text":
      return text;
    case "toggle":
      return { true: true, false: false }[text];
    case "matrix":
      return text.split(";").map(numbers);
    case "point":
    case "token_list":
      return numbers(text);
    default:
      return numbers(text)[0];
  }
}

/** `state` with the values of `patch` that have a meaning. */
export function withPatch(spec, state, patch) {
  const next = { ...state };
  for (const control of spec.controls) {
    if (!(control.name in patch)) continue;
    const value = settle(control, patch[control.name]);
    if (value !== undefined) next[control.name] = value;
  }
  return next;
}

/** Equal states have equal keys. */
export function stateKey(spec, state) {
  return JSON.stringify(spec.controls.map((control) => state[control.name]));
}

/** What the page's address says about the figure `id`: a patch, empty when it says nothing. */
export function patchFromAddress(spec, id, search) {
  const patch = {};
  const parameters = new URLSearchParams(search);
  for (const control of spec.controls) {
    const written = parameters.get(`${id}.${control.name}`);
    if (written !== null) patch[control.name] = written;
  }
  return patch;
}

/** The address of the page with the figure `id` in `state`; only what differs from the first state is written. */
export function addressOf(spec, id, state, href) {
  const address = new URL(href);
  for (const control of spec.controls) {
    const name = `${id}.${control.name}`;
    const value = state[control.name];
    if (JSON.stringify(value) === JSON.stringify(spec.state[control.name])) address.searchParams.delete(name);
    else address.searchParams.set(name, written(value));
  }
  address.hash = id;
  return address.href;
}
