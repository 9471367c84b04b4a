// The interface's words: the same catalogue that the templates read, put in by the bundler.
import catalogue from "catalogue";

/** The string at a path such as "cell.run", with `{name}` filled in from `values`. */
export function t(path, values = {}) {
  const found = path.split(".").reduce((table, key) => table?.[key], catalogue);
  if (typeof found !== "string") throw new Error(`no string "${path}" in the catalogue`);
  return found.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
}
