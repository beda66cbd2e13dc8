import { duration, shortMoment, type Zone, zoneName } from '../format/time.ts';
import { bucketText, gapIn } from './columns.ts';
import type { ChartProps } from './types.ts';

/** The values under the cursor, or the newest ones: also the legend of the chart. */
export function Readout({
  buckets,
  pointOf,
  series,
  gaps,
  marks,
  format,
  index,
  zone,
}: ChartProps & { index: number | null; zone: Zone }) {
  const shown = index ?? lastKnown(series.map(({ values }) => values));
  const bucket = buckets[shown];
  if (bucket === undefined) return <p className="readout quiet">Nothing in this range.</p>;
  const gap = gapIn(gaps, bucket);
  const mark = marks.find((each) => each.time >= bucket.from && each.time < bucket.to);
  return (
    <p className="readout" aria-live={index === null ? 'off' : 'polite'}>
      <span className="quiet">{bucketText(bucket, pointOf, zone)}</span>
      {series.map(({ label, values, colour, dashed }) => (
        <span key={label}>
          <i className={`key of-${colour} ${dashed === true ? 'dashed' : ''}`} aria-hidden="true" />
          <bdi>{label}</bdi> <b>{format(values[shown]).text}</b>
        </span>
      ))}
      {gap !== undefined && <span className="tag warn">gap: {gap.reason}</span>}
      {mark !== undefined && (
        <span className="tag">
          {mark.number}: {mark.text}
        </span>
      )}
    </p>
  );
}

function lastKnown(columns: readonly (readonly (number | null)[])[]): number {
  return Math.max(-1, ...columns.map((values) => values.findLastIndex((value) => value !== null)));
}

/** What a chart shows, in sentences, for whoever does not see it. */
export function summarise({ buckets, series, gaps, format, from, to }: ChartProps, zone: Zone): string {
  const lines = series.map(({ label, values }) => {
    const known = values.filter((value): value is number => value !== null);
    if (known.length === 0) return `${label}: nothing is known.`;
    const [least, greatest] = [Math.min(...known), Math.max(...known)];
    const [first, last] = [format(known[0]).text, format(known.at(-1)).text];
    return `${label}: from ${first} to ${last}, least ${format(least).text}, greatest ${format(greatest).text}.`;
  });
  const range = `${shortMoment(from, zone)} to ${shortMoment(to, zone)} ${zoneName(zone, to)}, ${buckets.length} points.`;
  const missing = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return [range, ...lines, holesOf(gaps.length, duration(missing))].join(' ');
}

function holesOf(count: number, missing: string): string {
  if (count === 0) return 'No gaps.';
  return count === 1 ? `1 gap of ${missing}.` : `${count} gaps, ${missing} together.`;
}
