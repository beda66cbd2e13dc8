/** Tells the time, in wall-clock milliseconds, to the microsecond and without the jumps of the wall clock. */
export function beginClock(): () => number {
  const wallClock = Date.now();
  const startedAt = performance.now();
  return () => wallClock + (performance.now() - startedAt);
}
