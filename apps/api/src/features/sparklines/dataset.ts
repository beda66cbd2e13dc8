import { floorMs, HOUR_MS, RefreshingCache } from '@tidemark/core';
import type { Logger } from '@tidemark/runtime';
import { COURSE_NUMBERS } from '@tidemark/schema';
import { type PreparedResource, prepareResource } from '../../http/prepared.ts';
import { JSON_TYPE } from '../../http/exchange.ts';
import type { InfoCache } from '../info/query.ts';
import type { DatasetOptions } from '../latest/dataset.ts';
import type { CloseNumbers, HourCloses } from './hour-closes.ts';

/** Hours from one point to the next, by the days that a line is of: it has 24 to 30 points. */
export const STEP_HOURS = { 1: 1, 7: 6, 30: 24 } as const;
export type SparklineDays = keyof typeof STEP_HOURS;

export const SPARKLINES_CACHE_CONTROL = 'public, max-age=60';
const MAX_AGE_MS = 60_000;
const RETRY_AFTER_MS = 2_000;

/** Lines of reserves over the same points. */
export interface SparklineDataset {
  /** Unix milliseconds of the first point. */
  readonly firstMs: number;
  readonly stepMs: number;
  readonly points: number;
  /** In the order of the list of reserves. */
  readonly rows: readonly { readonly reserve: string; readonly text: string }[];
  readonly all: PreparedResource;
}

/** The ends of the last whole steps, oldest first. */
export function pointsOf(days: SparklineDays, nowMs: number): readonly number[] {
  const stepMs = STEP_HOURS[days] * HOUR_MS;
  const count = (days * 24) / STEP_HOURS[days];
  const lastMs = floorMs(nowMs, stepMs);
  return Array.from({ length: count }, (_, index) => lastMs - (count - 1 - index) * stepMs);
}

/** Where the lines of one protocol come from. */
export interface SparklineSource {
  readonly info: InfoCache;
  readonly closes: Readonly<Record<SparklineDays, HourCloses>>;
}

/** Makes the lines of all sources. The newest point is left out while no reserve has it: its hour is not final yet. */
async function loadSparklines(
  sources: readonly SparklineSource[],
  { days, nowMs }: { readonly days: SparklineDays; readonly nowMs: number },
  previous: SparklineDataset | null,
  options: DatasetOptions,
): Promise<SparklineDataset> {
  const points = pointsOf(days, nowMs);
  const hours = points.map((endMs) => endMs - HOUR_MS);
  const parts: { readonly reserves: readonly string[]; readonly columns: Awaited<ReturnType<HourCloses['load']>> }[] =
    [];
  for (const { info, closes } of sources) {
    const reserves = (await info.get()).reserves.map(({ reserve }) => reserve);
    parts.push({ reserves, columns: await closes[days].load(hours, reserves) });
  }
  const isOpen = parts.every(({ columns }) => (columns.at(-1)?.size ?? 0) === 0);
  const count = isOpen ? points.length - 1 : points.length;
  const rows = parts.flatMap(({ reserves, columns }) =>
    reserves.map((reserve) => ({ reserve, text: rowText(reserve, columns.slice(0, count)) })),
  );
  const made = { firstMs: points[0] ?? 0, stepMs: STEP_HOURS[days] * HOUR_MS, points: count, rows };
  const isSame =
    previous !== null &&
    previous.firstMs === made.firstMs &&
    previous.rows.length === rows.length &&
    previous.rows.every(({ text }, index) => text === rows[index]?.text);
  return isSame ? previous : { ...made, all: prepareSparklines(made, options) };
}

/** The lines over so many days, looked after once a minute at most while they are asked for. */
export function createSparklines(
  sources: readonly SparklineSource[],
  options: DatasetOptions & { readonly logger: Logger },
): (days: SparklineDays) => Promise<SparklineDataset> {
  const cacheOf = (days: SparklineDays) =>
    new RefreshingCache<SparklineDataset>({
      load: (previous) => loadSparklines(sources, { days, nowMs: Date.now() }, previous, options),
      maxAgeMs: MAX_AGE_MS,
      retryAfterMs: RETRY_AFTER_MS,
      onStale: (err) => options.logger.warn({ err }, 'sparklines could not be renewed; the last ones stay'),
      nowMs: () => performance.now(),
    });
  const caches = { 1: cacheOf(1), 7: cacheOf(7), 30: cacheOf(30) };
  return (days) => caches[days].get();
}

function rowText(reserve: string, columns: readonly ReadonlyMap<string, CloseNumbers>[]): string {
  const own = columns.map((column) => column.get(reserve));
  const lines = COURSE_NUMBERS.map((name, place) => {
    const values = own.map((numbers) => numbers?.[place] ?? null);
    return `${JSON.stringify(name)}:[${values.map((value) => value ?? 'null').join(',')}]`;
  });
  return `{"reserve":${JSON.stringify(reserve)},${lines.join(',')}}`;
}

/** The answer with these lines. */
export function prepareSparklines(
  { firstMs, stepMs, points, rows }: Omit<SparklineDataset, 'all'>,
  { commonHeaders, cacheControl, vary }: DatasetOptions,
): PreparedResource {
  const meta = {
    first_point_timestamp: firstMs / 1000,
    step_seconds: stepMs / 1000,
    point_count: points,
    count: rows.length,
  };
  const text = `{"data":[${rows.map((row) => row.text).join(',')}],"meta":${JSON.stringify(meta)},"status":200}`;
  return prepareResource({
    contentType: JSON_TYPE,
    body: Buffer.from(text),
    cacheControl,
    vary,
    extraHeaders: commonHeaders,
  });
}
