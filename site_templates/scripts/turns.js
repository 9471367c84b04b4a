// Work that need not be done at once: one piece a task, so that the page answers in between.

const waiting = [];

export function inTurn(work) {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
}

function next() {
  try {
    waiting.shift()?.();
  } finally {
    if (waiting.length) setTimeout(next);
  }
}
