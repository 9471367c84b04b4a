// What the reader's machine and connection can spare, as far as the browser says.

const GIGABYTES = 4;

/** Memory for a second Python. A browser that does not tell is taken for a small machine. */
export function hasRoom() {
  return (navigator.deviceMemory ?? 0) >= GIGABYTES;
}

/** A connection whose bytes nobody counts; one that the browser says nothing about may be any. */
export function isUnmetered() {
  const { connection } = navigator;
  if (!connection || connection.saveData) return false;
  return connection.type !== "cellular" && !/2g|3g/.test(connection.effectiveType ?? "");
}
