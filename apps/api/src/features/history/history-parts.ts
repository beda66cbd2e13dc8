import type { ReserveInfo } from '@tidemark/contract';
import { RowEncoder } from '../../rows/row-encoder.ts';
import type { BucketRange, ReadStops } from './bucket-source.ts';
import type { ArchivedPart } from './observation-pages.ts';
import type { HistoryReads } from './history-reads.ts';
import type { HistoryAsk, HistoryPlace } from './query.ts';

/** One place of a history and what is answered about it. */
export interface HistoryItem {
  readonly place: HistoryPlace;
  /** False where the bucket was not observed and is left out. */
  readonly isShown: boolean;
  /** Where its row ends in the bytes of its part. */
  end: number;
  /** Chain time in unix seconds that the row is as of; null where it has no values of its own. */
  readonly asOf: number | null;
  readonly slot: number | null;
  /** Reason of a bucket that nothing is stored of; null of all others. */
  readonly unknown: string | null;
  /** Whether nothing but a correction changes what is answered about it. */
  readonly isFinal: boolean;
}

/** Items, and the rows of those that are shown, written in the form of the answer. */
export interface HistoryPart {
  readonly items: readonly HistoryItem[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A part that is being put together. The memory of parts of a page, which has a limit, is given back by who has answered with it. */
export class PartWriter {
  readonly encoder: RowEncoder;
  readonly #isPage: boolean;
  #items: HistoryItem[] = [];

  constructor({ format, columns, limit }: Pick<HistoryAsk, 'format' | 'columns' | 'limit'>) {
    this.encoder = new RowEncoder(format, columns);
    this.#isPage = limit !== null;
  }

  get size(): number {
    return this.#items.length;
  }

  /** After its row was written; `end` is filled in. */
  add(item: HistoryItem): void {
    item.end = this.encoder.out.length;
    this.#items.push(item);
  }

  /** The last word: nothing may be written afterwards. */
  end(): void {
    this.encoder.out.end();
  }

  take(): HistoryPart {
    const { out } = this.encoder;
    const part = { items: this.#items, bytes: this.#isPage ? out.give() : out.take() };
    this.#items = [];
    return part;
  }
}

export interface ItemsInput {
  readonly reads: HistoryReads;
  /** By address. */
  readonly reserves: readonly ReserveInfo[];
  readonly ask: HistoryAsk;
  readonly nowMs: number;
  /** Months of the range whose single reads lie in files; none where buckets are asked for. */
  readonly archived: readonly ArchivedPart[];
  /** Aborted with the request: nothing more is read then, and its reason is thrown. */
  readonly signal: AbortSignal;
}

/** How many rows are read, and handed on, at once. */
export const PAGE_SIZE = 1_000;

/** Start of the bucket in which a reserve was first seen. */
export function firstBucketOf(info: ReserveInfo, widthMs: number): number {
  return Math.floor((info.first_seen_timestamp * 1000) / widthMs) * widthMs;
}

/** What the buckets are of. */
export interface BucketPlan {
  readonly range: BucketRange;
  readonly widthMs: number;
  readonly readStops: ReadStops;
}
