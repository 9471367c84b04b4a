// The reader's own code of a cell, as the device keeps it: found again at the next visit, until she restores the book's.
import { keep, pageKey, recall } from "../store.js";

const REST = 500; // ms without typing

/** `found` is {source, changed} or null; `note(source)` keeps what comes after, and null forgets it. */
export function keptCode(name, original) {
  const key = `celda:${pageKey()}:${name}`;
  const base = fingerprint(original);
  const kept = recall(key);
  const own = typeof kept?.source === "string" && kept.source !== original ? kept.source : null;
  let timer = 0;
  let latest = own;
  const save = () => {
    clearTimeout(timer);
    timer = 0;
    keep(key, latest === null ? null : { source: latest, base });
  };
  addEventListener("pagehide", () => timer && save());
  return {
    found: own === null ? null : { source: own, changed: kept.base !== base },
    note(source) {
      latest = source === original ? null : source;
      clearTimeout(timer);
      timer = setTimeout(save, REST);
      if (latest === null) save();
    },
  };
}

/** A number that tells two versions of a cell apart (FNV-1a). */
function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
