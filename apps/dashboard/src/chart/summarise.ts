import { duration, shortMoment, type Zone, zoneName } from '../format/time.ts';
import type { ChartProps } from './types.ts';

/** What a chart shows, in sentences, for whoever does not see it. */
export function summarise({ times, series, gaps, format, from, to }: ChartProps, zone: Zone): string {
  const lines = series.map(({ label, values }) => {
    const known = values.filter((value): value is number => value !== null);
    if (known.length === 0) return `${label}: nothing is known.`;
    const [least, greatest] = [Math.min(...known), Math.max(...known)];
    const [first, last] = [format(known[0]).text, format(known.at(-1)).text];
    return `${label}: from ${first} to ${last}, least ${format(least).text}, greatest ${format(greatest).text}.`;
  });
  const range = `${shortMoment(from, zone)} to ${shortMoment(to, zone)} ${zoneName(zone, to)}, ${times.length} points.`;
  const missing = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const holes = gaps.length === 0 ? 'No gaps.' : `${gaps.length} gaps, ${duration(missing)} together.`;
  return [range, ...lines, holes].join(' ');
}
