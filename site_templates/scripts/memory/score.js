// How a lesson's questions went. Pure.

/** Whole numbers that agree with each other, out of whatever was kept. */
export function soundScore(kept) {
  const { of, answered, right } = kept ?? {};
  const whole = [of, answered, right].every(Number.isInteger);
  return whole && 0 <= right && right <= answered && answered <= of ? { of, answered, right } : { of: 0, answered: 0, right: 0 };
}
