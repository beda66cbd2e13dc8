const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90d`, `24h`, `30m`, `45s`, `2w` in milliseconds; null for anything else, and for more than a hundred years. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const durationMs = Number(count) * (UNIT_MS[unit] ?? 0);
  return durationMs > 0 && durationMs <= 100 * 365 * 86_400_000 ? durationMs : null;
}
