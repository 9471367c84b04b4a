// How much of a lesson has been on the screen: runs of the blocks of its text. Pure: no page, no storage.

/** From this share on a lesson counts as read; a figure that was skipped shouldn't leave it open for ever. */
export const READ_FROM = 0.95;

/** A whole record for a text of `count` blocks out of whatever was kept; a text that changed begins anew, read or not. */
export function soundProgress(kept, count) {
  const read = kept?.read === true;
  const seen = kept?.of === count && Array.isArray(kept.seen) ? kept.seen.filter((run) => isRun(run, count)) : [];
  return { of: count, seen: joined(seen), read };
}

/** The record once block `index` has been seen. */
export function saw(progress, index) {
  const seen = joined([...progress.seen, [index, index]]);
  const next = { ...progress, seen };
  return { ...next, read: progress.read || share(next) >= READ_FROM };
}

/** The part of the text that has been seen, from 0 to 1. */
export function share({ of, seen }) {
  return of ? seen.reduce((sum, [first, last]) => sum + last - first + 1, 0) / of : 0;
}

/** "unread", "begun" or "read", out of whatever was kept. */
export function standing(kept) {
  if (kept?.read === true) return "read";
  return Array.isArray(kept?.seen) && kept.seen.length ? "begun" : "unread";
}

function isRun(run, count) {
  return Array.isArray(run) && run.length === 2 && run.every(Number.isInteger) && 0 <= run[0] && run[0] <= run[1] && run[1] < count;
}

/** The same blocks as few runs, in order. */
function joined(runs) {
  const found = [];
  for (const [first, last] of [...runs].sort((a, b) => a[0] - b[0])) {
    const before = found.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}
