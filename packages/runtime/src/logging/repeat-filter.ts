/**
 * Keeps a fault that repeats itself from filling a log or a terminal. Returns null for a text seen less than `quietMs` ago, else
 * how many of its kind were left out since it was last let through.
 */
export function createRepeatFilter(quietMs: number): (key: string, nowMs: number) => number | null {
  const seen = new Map<string, { shownAtMs: number; skipped: number }>();
  return (key, nowMs) => {
    const last = seen.get(key);
    if (last !== undefined && nowMs - last.shownAtMs < quietMs) {
      last.skipped += 1;
      return null;
    }
    // Texts that never repeat must not fill the memory instead.
    if (seen.size >= 1_000) seen.clear();
    seen.set(key, { shownAtMs: nowMs, skipped: 0 });
    return last?.skipped ?? 0;
  };
}
