import type { HistoryRow, ReserveInfo } from '@tidemark/contract';
import { protocolOf } from '@tidemark/protocols';
import type { StateSummary } from '@tidemark/schema';
import { untilAborted } from '../../rows/answer.ts';
import {
  type BucketAsk,
  type BucketRange,
  foldedBuckets,
  type KnownBucket,
  type KnownPages,
  ofMade,
  ofStored,
  type ReadStops,
  storedBuckets,
} from './bucket-source.ts';
import type { HistoryReads } from './history-reads.ts';
import { type HistoryAsk, type HistoryPlace, INTERVAL_MS } from './query.ts';
import { fillRow, toRawRow, toUnknownRow } from './rows.ts';

/** One place of a history and what is answered about it. */
export interface HistoryItem {
  readonly place: HistoryPlace;
  /** Null where the bucket was not observed and is left out. */
  readonly row: HistoryRow | null;
  /** Chain time that the row is as of; null where it has no values of its own. */
  readonly asOfMs: number | null;
  /** Reason of a bucket that nothing is stored of; null of all others. */
  readonly unknown: string | null;
}

export interface ItemsInput {
  readonly reads: HistoryReads;
  /** By address. */
  readonly reserves: readonly ReserveInfo[];
  readonly ask: HistoryAsk;
  readonly nowMs: number;
  /** Aborted when nobody waits for the answer any more: nothing more is read then, and its reason is thrown. */
  readonly signal: AbortSignal;
}

/** How many rows are read, and handed on, at once. */
const PAGE_SIZE = 500;

/** Everything that is asked for from the cursor on, by reserve and time, in pages, of which some may be empty. */
export function historyItems(input: ItemsInput): AsyncIterable<readonly HistoryItem[]> {
  const { ask } = input;
  const widthMs = INTERVAL_MS[ask.interval];
  const reserves = reservesLeft(input);
  return widthMs === null ? rawItems({ ...input, reserves }) : bucketItems({ ...input, reserves }, widthMs);
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

/** Start of the bucket in which a reserve was first seen. */
function firstBucketOf(info: ReserveInfo, widthMs: number): number {
  return Math.floor((info.first_seen_timestamp * 1000) / widthMs) * widthMs;
}

async function* rawItems(input: ItemsInput): AsyncGenerator<readonly HistoryItem[]> {
  const { reads, reserves, ask, signal } = input;
  const infoOf = new Map(reserves.map((info) => [info.reserve, info]));
  const { after } = ask;
  const pages = reads.summaries({
    reserves: [...infoOf.keys()],
    from: new Date(ask.fromMs),
    to: new Date(ask.toMs),
    pageSize: Math.min(PAGE_SIZE, (ask.limit ?? PAGE_SIZE) + 1),
    ...(after === null || after.slot === null
      ? {}
      : { after: { reserve: after.reserve, observedAt: new Date(after.atMs), slot: after.slot } }),
  });
  const { scale } = protocolOf(reads.protocol);
  for await (const page of untilAborted(pages, signal)) {
    yield page.flatMap((state) => toRawItem(state, infoOf.get(state.reserve), scale) ?? []);
  }
}

function toRawItem(state: StateSummary, info: ReserveInfo | undefined, scale: bigint): HistoryItem | null {
  if (info === undefined) return null;
  const atMs = state.observedAt.getTime();
  return {
    place: { reserve: state.reserve, atMs, slot: state.slot, knownMs: null },
    row: toRawRow(state, info, scale),
    asOfMs: atMs,
    unknown: null,
  };
}

async function* bucketItems(input: ItemsInput, widthMs: number): AsyncGenerator<readonly HistoryItem[]> {
  const range = rangeOf(input, widthMs);
  let stops: ReturnType<ReadStops> | null = null;
  const readStops: ReadStops = () => (stops ??= input.reads.stops());
  const stored = new OrderedBuckets(bucketPages(input, range, widthMs, readStops));
  let page: HistoryItem[] = [];
  try {
    for (const [index, info] of range.reserves.entries()) {
      const filler = new Filler(input.ask);
      for await (const item of reserveItems(
        input,
        { info, range, widthMs, isFirst: index === 0, readStops },
        stored,
        filler,
      )) {
        page.push(item);
        if (page.length < PAGE_SIZE) continue;
        yield page;
        page = [];
      }
    }
    if (page.length > 0) yield page;
  } finally {
    await stored.end();
  }
}

interface ReserveRun {
  readonly info: ReserveInfo;
  readonly range: BucketRange;
  readonly widthMs: number;
  readonly isFirst: boolean;
  readonly readStops: ReadStops;
}

/**
 * The buckets of one reserve: those that are known, and unknown ones where there is none, from the first sight of the reserve
 * on. The bucket that is not over is there as soon as something is known of it.
 */
async function* reserveItems(
  { ask, nowMs }: ItemsInput,
  { info, range, widthMs, isFirst, readStops }: ReserveRun,
  stored: OrderedBuckets,
  filler: Filler,
): AsyncGenerator<HistoryItem> {
  const startMs = isFirst ? range.firstStartMs : range.startMs;
  const skipToMs = isFirst && ask.after !== null ? ask.after.atMs : -1;
  let expectedMs = Math.max(startMs, firstBucketOf(info, widthMs));
  for (;;) {
    const bucket = await stored.next(info.reserve);
    const untilMs = bucket?.startMs ?? Math.min(range.endMs, nowMs - widthMs + 1);
    for (; expectedMs < untilMs; expectedMs += widthMs) {
      const passed = { startMs: expectedMs, endMs: expectedMs + widthMs };
      const row = toUnknownRow(passed, info, await readStops());
      const item = filler.fill(row, null);
      if (expectedMs > skipToMs) yield { ...item, unknown: row.gap_reason_str };
    }
    if (bucket === null) return;
    const item = filler.fill(bucket.toRow(info), bucket.closeMs);
    if (untilMs > skipToMs) yield item;
    expectedMs = Math.max(expectedMs, untilMs + widthMs);
  }
}

/** What becomes of buckets without numbers, over the buckets of one reserve. */
class Filler {
  readonly #fill: HistoryAsk['fill'];
  #known: HistoryRow | null = null;

  constructor({ fill }: HistoryAsk) {
    this.#fill = fill;
  }

  fill(row: HistoryRow, asOfMs: number | null): HistoryItem {
    const isMissing = row.quality_str === 'missing';
    if (!isMissing) this.#known = row;
    const known = this.#fill === 'locf' ? this.#known : null;
    const shown = isMissing && known !== null ? fillRow(row, known) : row;
    return {
      place: {
        reserve: row.reserve,
        atMs: row.timestamp * 1000,
        slot: null,
        knownMs: known === null ? null : known.timestamp * 1000,
      },
      row: isMissing && this.#fill === 'none' ? null : shown,
      asOfMs,
      unknown: null,
    };
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

function bucketPages(input: ItemsInput, range: BucketRange, widthMs: number, readStops: ReadStops): KnownPages {
  const { reads, ask, nowMs, signal } = input;
  const rules = protocolOf(reads.protocol);
  const pageSize = Math.min(PAGE_SIZE, (ask.limit ?? PAGE_SIZE) + 1);
  if (ask.interval !== '4h' && ask.interval !== 'raw') {
    const grain = GRAINS[ask.interval];
    const read = (options: BucketAsk) => reads.bucketSummaries({ ...options, grain, aggregate: ask.agg });
    return ofStored(untilAborted(storedBuckets(read, range, pageSize), signal), rules.scale);
  }
  const endMs = Math.ceil(range.endMs / widthMs) * widthMs;
  const readHours = (options: BucketAsk) => reads.buckets({ ...options, grain: 'hourly' });
  const hourly = untilAborted(storedBuckets(readHours, { ...range, endMs }, PAGE_SIZE), signal);
  return ofMade(foldedBuckets(rules, hourly, range, widthMs, nowMs, readStops), ask.agg, rules.scale);
}

/** Pages of buckets taken one by one, reserve by reserve. */
class OrderedBuckets {
  readonly #pages: AsyncIterator<readonly KnownBucket[]>;
  #page: readonly KnownBucket[] = [];
  #next = 0;

  constructor(pages: KnownPages) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** What comes next if it is of this reserve, else null. Reserves must be asked for in their order. */
  async next(reserve: string): Promise<KnownBucket | null> {
    while (this.#next >= this.#page.length) {
      const result = await this.#pages.next();
      if (result.done === true) return null;
      this.#page = result.value;
      this.#next = 0;
    }
    const bucket = this.#page[this.#next];
    if (bucket === undefined || bucket.reserve !== reserve) return null;
    this.#next += 1;
    return bucket;
  }

  /** Ends the pages where they are. */
  async end(): Promise<void> {
    await this.#pages.return?.();
  }
}
