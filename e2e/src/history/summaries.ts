import { expect, it } from 'vitest';
import { NUMBER_NAMES, type NumberName, numbersOf } from './expected-row.ts';
import type { HistoryRun } from './history-run.ts';
import { type BucketInterval, byReserve, type HistoryRow, readHistories, WIDTHS } from './read-history.ts';
import type { Moment } from './truth.ts';
import { beginsOf, countsSeconds, lookInForceAt } from './value-begins.ts';

/** A mean is a sum of doubles, which in another order differs in its last digits. */
const MEAN_TOLERANCE = 1e-9;

/** One bucket in all its aggregates, with the stored looks in it. */
interface Summarised {
  readonly open: HistoryRow;
  readonly min: HistoryRow;
  readonly max: HistoryRow;
  readonly twavg: HistoryRow;
  readonly close: HistoryRow;
  readonly looks: readonly HistoryRow[];
  /** All stored looks at the reserve. */
  readonly all: readonly HistoryRow[];
  /** Its edges are certain, so nothing in it can lie outside of what was true. */
  readonly proven: boolean;
  /** Slots of both edges, where the one before it is known. */
  readonly slots: { readonly open: bigint; readonly close: bigint } | null;
}

/** Minimum, maximum and mean of buckets. */
export function itSummarisesBuckets(of: () => HistoryRun): void {
  it.for(['1m', '15m', '1h'] as const)(
    '%s: min and max are those of edges and looks, twavg their mean by time',
    async (interval, { annotate }) => {
      const run = of();
      const buckets = await readSummaries(run, interval);
      const wrong = buckets.flatMap((bucket) =>
        NUMBER_NAMES.flatMap((name) => wrongSummary(run, bucket, name, interval)),
      );
      expect(wrong, `seed ${run.seed}`).toEqual([]);
      expect(buckets.length).toBeGreaterThan(0);
      await annotate(`${interval}: ${buckets.length} buckets`);
    },
  );

  it.for(['1m', '15m', '1h'] as const)(
    '%s: nothing is below or above what was true in the bucket',
    async (interval, { annotate }) => {
      const run = of();
      const buckets = (await readSummaries(run, interval)).filter(({ proven }) => proven);
      const wrong = buckets.flatMap((bucket) => wrongBounds(run, bucket, interval));
      expect(wrong, `seed ${run.seed}`).toEqual([]);
      expect(buckets.length).toBeGreaterThan(0);
      await annotate(`${interval}: ${buckets.length} proven buckets within the truth`);
    },
  );

  it.for(['4h', '1d'] as const)('%s is made of its hours', async (interval) => {
    const run = of();
    const hours = byReserve(await readHistories(run, { interval: '1h', agg: 'min' }));
    for (const row of await readHistories(run, { interval, agg: 'min' })) {
      const own = (hours.get(row.reserve) ?? []).filter(
        (hour) => hour.timestamp >= row.timestamp && hour.timestamp < row.timestamp + WIDTHS[interval],
      );
      for (const name of NUMBER_NAMES) expect(row[name]).toBe(least(own.flatMap((hour) => hour[name] ?? [])));
      expect(row.snapshots).toBe(sum(own.map((hour) => hour.snapshots ?? 0)));
    }
  });
}

async function readSummaries(run: HistoryRun, interval: BucketInterval): Promise<Summarised[]> {
  const width = WIDTHS[interval];
  const looks = byReserve(await readHistories(run, { interval: 'raw' }));
  const [open, min, max, twavg, close] = await Promise.all(
    (['open', 'min', 'max', 'twavg', 'close'] as const).map((agg) => readHistories(run, { interval, agg })),
  );
  const buckets: Summarised[] = [];
  for (const [place, row] of (close ?? []).entries()) {
    const others = [open?.[place], min?.[place], max?.[place], twavg?.[place]];
    const [first, low, high, mean] = others;
    if (first === undefined || low === undefined || high === undefined || mean === undefined)
      throw new Error('rows differ');
    if (row.quality_str === 'missing') continue;
    const own = looks.get(row.reserve) ?? [];
    const before = close?.[place - 1]?.reserve === row.reserve ? close[place - 1] : own[0];
    buckets.push({
      open: first,
      min: low,
      max: high,
      twavg: mean,
      close: row,
      all: own,
      looks: own.filter((look) => look.timestamp >= row.timestamp && look.timestamp < row.timestamp + width),
      proven: row.edge_proof_str !== null && (before === own[0] || before?.edge_proof_str != null),
      slots: before?.slot == null || row.slot === null ? null : { open: BigInt(before.slot), close: BigInt(row.slot) },
    });
  }
  return buckets;
}

function wrongSummary(run: HistoryRun, bucket: Summarised, name: NumberName, interval: BucketInterval): string[] {
  const { min, max, twavg, close } = bucket;
  const { values, total, mean } = weigh(run, bucket, name, interval);
  const wrong: string[] = [];
  if (min[name] !== least(values)) wrong.push(`min ${min[name]} is ${least(values)}`);
  if (max[name] !== greatest(values)) wrong.push(`max ${max[name]} is ${greatest(values)}`);
  const told = twavg[name];
  if (values.length > 0 && total > 0 && (told === null || !isNear(told, mean))) {
    wrong.push(`twavg ${told} is ${mean}`);
  }
  return wrong.map((text) => `${close.reserve} ${close.timestamp} ${name}: ${text}`);
}

/** The values of a bucket and their mean; that of an APY is the APY of the mean APR. */
function weigh(run: HistoryRun, bucket: Summarised, name: NumberName, interval: BucketInterval): Weighed {
  const { open, close, looks, all } = bucket;
  const { opensAt, closesAt } = edgesOf(run, close, interval);
  const [first, last] = [opensAt, closesAt].map((at) => lookInForceAt(run, all, at));
  if (first === undefined || last === undefined) throw new Error(`${close.reserve}: a bucket without looks`);
  const points = [
    { at: opensAt, look: first, value: open[name] },
    ...looks.map((look) => ({ at: look.timestamp, look, value: look[name] })),
    { at: closesAt, look: last, value: close[name] },
  ];
  const begins = beginsOf(run, all, points);
  const weights = begins.map((begin, place) => observedMs(run, begin, begins[place + 1] ?? closesAt * 1000));
  const values = points.flatMap(({ value }) => value ?? []);
  const total = sum(weights);
  if (name === 'borrow_apy_f' || name === 'supply_apy_f') {
    const apr = weigh(run, bucket, name === 'borrow_apy_f' ? 'borrow_apr_f' : 'supply_apr_f', interval).mean;
    const periods = countsSeconds(run, last) ? 31_536_000 : 63_072_000;
    return { values, total, mean: Math.expm1(periods * Math.log1p(apr / periods)) };
  }
  return { values, total, mean: sum(points.map(({ value }, place) => (value ?? 0) * (weights[place] ?? 0))) / total };
}

interface Weighed {
  readonly values: readonly number[];
  /** Observed milliseconds. */
  readonly total: number;
  readonly mean: number;
}

/** Between two events every number only rises or only falls, so the ends of the states in force bound it. */
function wrongBounds(run: HistoryRun, bucket: Summarised, interval: BucketInterval): string[] {
  const { min, max, twavg, close, slots } = bucket;
  if (slots === null) return [];
  const { reserve } = close;
  const { opensAt, closesAt } = edgesOf(run, close, interval);
  const { truth } = run;
  const [first, last] = [truth.placeAt(reserve, slots.open), truth.placeAt(reserve, slots.close)];
  const truths: ReturnType<typeof numbersOf>[] = [];
  for (let place = first; place <= last; place += 1) {
    const begin = place === first ? { slot: slots.open, unixSeconds: opensAt } : truth.writtenAt(reserve, place);
    const end: Moment =
      place === last ? { slot: slots.close, unixSeconds: closesAt } : truth.writtenAt(reserve, place + 1);
    truths.push(numbersOf(truth.deriveState(reserve, place, begin)), numbersOf(truth.deriveState(reserve, place, end)));
  }
  return NUMBER_NAMES.flatMap((name) => {
    const values = truths.flatMap((numbers) => numbers[name] ?? []);
    const [low, high, mean] = [min[name], max[name], twavg[name]];
    if (low === null || high === null || mean === null) {
      return values.length === 0 ? [] : [`${reserve} ${close.timestamp} ${name} is null`];
    }
    const isWithin = low >= (least(values) ?? 0) && high <= (greatest(values) ?? 0);
    const isBetween = (mean >= low || isNear(mean, low)) && (mean <= high || isNear(mean, high));
    return isWithin && isBetween ? [] : [`${reserve} ${close.timestamp} ${name}: ${low} ${mean} ${high}`];
  });
}

function edgesOf({ looks }: HistoryRun, { timestamp }: HistoryRow, interval: BucketInterval) {
  const opensAt = Math.max(timestamp, looks[0]?.unixTime ?? 0);
  return { opensAt, closesAt: Math.min(timestamp + WIDTHS[interval], looks.at(-1)?.unixTime ?? 0) };
}

/** In whole milliseconds: seconds with a fraction lose digits. */
function observedMs({ stop }: HistoryRun, from: number, to: number): number {
  return (
    to - from - Math.max(0, Math.min(to, stop.after.unixTime * 1000) - Math.max(from, stop.before.unixTime * 1000))
  );
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MEAN_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function least(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
}
