/**
 * Reads a Retry-After header, which is either seconds or an HTTP date. Milliseconds from `nowMs` (wall clock),
 * never negative; undefined when the header is absent or unreadable.
 */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  // Date.parse takes almost anything; an HTTP date begins with the name of a day.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
