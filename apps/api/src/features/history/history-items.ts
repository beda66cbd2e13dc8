import { HISTORY_COLUMNS, type ReserveInfo } from '@tidemark/contract';
import { HOUR_MS } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import { LEADING, recycle } from '@tidemark/schema';
import { untilAborted } from '../../rows/answer.ts';
import type { RowEncoder } from '../../rows/row-encoder.ts';
import { type BucketAsk, type BucketRange, foldedBuckets, type ReadStops, storedBuckets } from './bucket-source.ts';
import { BucketWalk } from './bucket-walk.ts';
import { HistoryLines } from './history-lines.ts';
import { type BucketPlan, firstBucketOf, type ItemsInput, PartWriter } from './history-parts.ts';
import { type KnownBuckets, MadeBuckets, StoredBuckets } from './known-buckets.ts';
import { type HistoryAsk, INTERVAL_MS } from './query.ts';
import { observationPages } from './observation-pages.ts';
import type { PageTally } from './page-tally.ts';
import { BUCKET_CONSTANTS, LOOK_CONSTANTS } from './rows.ts';

/** Rows that one statement reads at most: tens of milliseconds, and two megabytes in memory. */
const ROWS_A_STATEMENT = 4_000;
/** Of whole hours, which are objects. */
const HOURS_PAGE_SIZE = 500;

/**
 * Everything that is asked for from the cursor on, by reserve and time, written in parts, of which some may be empty. With a tally, until its
 * page is over.
 */
export function historyParts(input: ItemsInput, tally: PageTally | null): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const { ask } = input;
  const widthMs = INTERVAL_MS[ask.interval];
  const left = { ...input, reserves: reservesLeft(input) };
  const out = new PartWriter(ask, tally);
  return widthMs === null ? rawParts(left, out) : bucketParts(left, widthMs, out);
}

/**
 * A lower bound of the rows that are asked for from the cursor on, without a limit and without a read of the database: the
 * buckets that are over, each of which has a row. 0 where only the stored rows tell: single reads, and `fill=none`.
 */
export function countSureRows(input: ItemsInput): number {
  const { ask, nowMs } = input;
  const widthMs = INTERVAL_MS[ask.interval];
  if (widthMs === null || ask.fill === 'none') return 0;
  const range = rangeOf({ ...input, reserves: reservesLeft(input) }, widthMs);
  const endMs = Math.min(range.endMs, nowMs - widthMs + 1);
  const counts = range.reserves.map((info, index) => {
    const startMs = Math.max(index === 0 ? range.firstStartMs : range.startMs, firstBucketOf(info, widthMs));
    return Math.max(0, Math.ceil((endMs - startMs) / widthMs));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function reservesLeft({ reserves, ask: { after } }: ItemsInput): readonly ReserveInfo[] {
  return after === null ? reserves : reserves.filter(({ reserve }) => reserve >= after.reserve);
}

async function* rawParts(input: ItemsInput, out: PartWriter): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { reads, reserves, ask, signal } = input;
  const infoOf = new Map(reserves.map((info) => [info.reserve, info]));
  const { after } = ask;
  const lines = new HistoryLines({ columns: ask.columns, encoder: out.encoder }, LOOK_CONSTANTS, []);
  const copied = {
    reserves: [...infoOf.keys()],
    from: new Date(ask.fromMs),
    to: new Date(ask.toMs),
    pageSize: pageSizeOf(ask),
    expected: expectedOf(ask),
    asOf: ask.asOf,
    cells: lines.cells,
    after: after === null ? null : { reserve: after.reserve, at: new Date(after.atMs), slot: after.slot },
    signal,
  };
  const pages = observationPages(reads, copied, input.archived);
  let of: ReturnType<HistoryLines['planFor']> | null = null;
  try {
    for await (const page of untilAborted(pages, signal)) {
      const cells = lines.read(page);
      while (cells.next()) {
        if (of === null || !cells.is(LEADING.reserve, of.address)) {
          const reserve = cells.text(LEADING.reserve);
          const info = infoOf.get(reserve);
          if (info === undefined) continue;
          of = lines.planFor(info);
        }
        if (out.closeIfFull()) break;
        lines.write(of.plan, cells);
        const atMs = cells.integer(LEADING.atMs) ?? 0;
        const asOf = Math.floor(atMs / 1000);
        out.add(of.info.reserve, atMs, null, true, {
          asOf,
          slot: cells.integer(LEADING.slot),
          unknown: null,
          isFinal: false,
        });
      }
      recycle(page.bytes);
      yield out.take();
      if (out.isOver) return;
    }
  } finally {
    out.end();
  }
}

/** One more than a page has tells whether more follow. A stream goes on for as long as its client takes it: nothing is read ahead for it. */
function expectedOf({ limit }: HistoryAsk): number {
  return limit === null ? 0 : limit + 1;
}

function pageSizeOf({ limit }: HistoryAsk): number {
  return Math.min(ROWS_A_STATEMENT, (limit ?? ROWS_A_STATEMENT) + 1);
}

async function* bucketParts(
  input: ItemsInput,
  widthMs: number,
  out: PartWriter,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const range = rangeOf(input, widthMs);
  let stops: ReturnType<ReadStops> | null = null;
  const readStops: ReadStops = () => (stops ??= input.reads.stops());
  const walk = new BucketWalk(input, { range, widthMs, readStops }, out);
  try {
    for await (const known of bucketPages(input, { range, widthMs, readStops }, out.encoder)) {
      while (!out.isOver && known.next()) {
        while (!known.isOf(walk.info)) yield* walk.goOn();
        if (walk.expectedMs < known.startMs()) yield* walk.unknownUntil(known.startMs());
        walk.take(known);
      }
      yield out.take();
      if (out.isOver) return;
    }
    while (!walk.isOver && !out.isOver) yield* walk.goOn();
    yield out.take();
  } finally {
    out.end();
  }
}

function rangeOf({ ask, reserves }: ItemsInput, widthMs: number): BucketRange {
  const startMs = Math.ceil(ask.fromMs / widthMs) * widthMs;
  const goesOn = ask.after !== null && reserves[0]?.reserve === ask.after.reserve;
  // A cursor is the caller's: it may say anything within the range, aligned or not.
  const aligned = (ms: number) => Math.max(startMs, Math.ceil(ms / widthMs) * widthMs);
  const after = goesOn ? ask.after : null;
  return {
    reserves,
    startMs,
    firstStartMs: after === null ? startMs : aligned(after.atMs + widthMs),
    knownMs: after === null || after.knownMs === null ? null : aligned(after.knownMs),
    endMs: ask.toMs,
  };
}

/** Tables of the intervals that are stored. */
const GRAINS = { '15m': 'quarter_hourly', '1h': 'hourly', '1d': 'daily' } as const;

async function* bucketPages(
  input: ItemsInput,
  { range, widthMs, readStops }: BucketPlan,
  encoder: RowEncoder,
): AsyncGenerator<KnownBuckets> {
  const { reads, ask, nowMs, signal } = input;
  const { interval, agg, fill } = ask;
  const rules = protocolOf(reads.protocol);
  if (interval !== '4h' && interval !== 'raw') {
    const wanted = { ofMeta: ask.limit !== null, quality: fill !== 'null' };
    const more = [...(wanted.ofMeta ? ['closed_at', 'final_b'] : []), ...(wanted.quality ? ['quality_str'] : [])];
    const columns = fill === 'locf' ? HISTORY_COLUMNS : ask.columns;
    const lines = new HistoryLines({ columns, encoder }, BUCKET_CONSTANTS, more);
    const read = (options: BucketAsk) =>
      reads.copyBuckets({
        ...options,
        asOf: ask.asOf,
        grain: GRAINS[interval],
        aggregate: agg,
        expected: expectedOf(ask),
        cells: lines.cells,
        signal,
      });
    const pages = storedBuckets(read, range, widthMs, pageSizeOf(ask));
    for await (const rows of untilAborted(pages, signal)) {
      yield new StoredBuckets(lines, rows, wanted);
      recycle(rows.bytes);
    }
    return;
  }
  const endMs = Math.ceil(range.endMs / widthMs) * widthMs;
  const readHours = (options: BucketAsk) => reads.buckets({ ...options, asOf: ask.asOf, grain: 'hourly' });
  const hourly = untilAborted(storedBuckets(readHours, { ...range, endMs }, HOUR_MS, HOURS_PAGE_SIZE), signal);
  const folded = foldedBuckets(rules, hourly, range, widthMs, nowMs, readStops);
  for await (const buckets of folded) yield new MadeBuckets(buckets, { encoder, agg, scale: rules.scale });
}
