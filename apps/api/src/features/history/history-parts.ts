import type { ReserveInfo } from '@tidemark/contract';
import { floorMs } from '@tidemark/core';
import { RowEncoder } from '../../rows/row-encoder.ts';
import type { BucketRange, ReadStops } from './bucket-source.ts';
import type { ArchivedPart } from './observation-pages.ts';
import type { HistoryReads } from './history-reads.ts';
import type { ItemFacts, PageTally } from './page-tally.ts';
import type { HistoryAsk } from './query.ts';

/** Writes the rows of a history in the form of the answer, in parts. The memory of parts of a page, which has a limit, is given back by who has answered with it. */
export class PartWriter {
  readonly encoder: RowEncoder;
  /** Null of a stream, which says nothing of itself. */
  readonly #tally: PageTally | null;
  #size = 0;

  constructor({ format, columns }: Pick<HistoryAsk, 'format' | 'columns'>, tally: PageTally | null) {
    this.encoder = new RowEncoder(format, columns);
    this.#tally = tally;
  }

  /** Buckets and observations of the part. */
  get size(): number {
    return this.#size;
  }

  /** Whether the page is over: a row was left out. */
  get isOver(): boolean {
    return this.#tally?.isOver === true;
  }

  /** See `PageTally.closeIfFull`; false of a stream. */
  closeIfFull(): boolean {
    return this.#tally?.closeIfFull() === true;
  }

  /** See `PageTally.add`. */
  add(reserve: string, atMs: number, knownMs: number | null, isShown: boolean, facts: ItemFacts): void {
    this.#size += 1;
    this.#tally?.add(reserve, atMs, knownMs, isShown, facts);
  }

  /** The last word: nothing may be written afterwards. */
  end(): void {
    this.encoder.out.end();
  }

  /** The rows since the last part; none, where nothing had a row. */
  take(): Uint8Array<ArrayBuffer> {
    const { out } = this.encoder;
    this.#size = 0;
    return this.#tally === null ? out.take() : out.give();
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

/** Start of the bucket in which a reserve was first seen. */
export function firstBucketOf(info: ReserveInfo, widthMs: number): number {
  return floorMs(info.first_seen_timestamp * 1000, widthMs);
}

/** What the buckets are of. */
export interface BucketPlan {
  readonly range: BucketRange;
  readonly widthMs: number;
  readonly readStops: ReadStops;
}
