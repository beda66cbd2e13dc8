import type { HistoryAggregate, HistoryRow, ReserveInfo } from '@tidemark/contract';
import type { Bucket } from '@tidemark/model';
import { type CopiedCells, type CopiedRows, LEADING } from '@tidemark/schema';
import type { RowEncoder } from '../../rows/row-encoder.ts';
import type { HistoryLines } from './history-lines.ts';
import { toBucketRow } from './rows.ts';

/** Buckets that something is known of, stored or made just now, gone through one by one. */
export interface KnownBuckets {
  /** False where there is none. */
  next(): boolean;
  isOf(info: ReserveInfo): boolean;
  startMs(): number;
  /** Chain time of its closing values in unix seconds, and their slot; null where it has none. */
  closedAt(): number | null;
  slot(): number | null;
  isMissing(): boolean;
  isFinal(): boolean;
  write(info: ReserveInfo): void;
  /** The row as an object, whenever it is called. */
  keep(info: ReserveInfo): () => HistoryRow;
}

/** Cells beside the columns of the answer. */
export interface WantedCells {
  readonly ofMeta: boolean;
  readonly quality: boolean;
}

/** As the database has written them. */
export class StoredBuckets implements KnownBuckets {
  readonly #lines: HistoryLines;
  readonly #rows: CopiedRows;
  readonly #cells: CopiedCells;
  readonly #wanted: WantedCells;

  constructor(lines: HistoryLines, rows: CopiedRows, wanted: WantedCells) {
    this.#lines = lines;
    this.#rows = rows;
    this.#cells = lines.read(rows);
    this.#wanted = wanted;
  }

  next(): boolean {
    return this.#cells.next();
  }

  isOf(info: ReserveInfo): boolean {
    return this.#cells.is(LEADING.reserve, this.#lines.planFor(info).address);
  }

  startMs(): number {
    return this.#cells.integer(LEADING.atMs) ?? 0;
  }

  closedAt(): number | null {
    return this.#wanted.ofMeta ? this.#cells.integer(this.#lines.placeOf('closed_at')) : null;
  }

  slot(): number | null {
    return this.#cells.integer(LEADING.slot);
  }

  isMissing(): boolean {
    return this.#wanted.quality && this.#cells.is(this.#lines.placeOf('quality_str'), MISSING);
  }

  isFinal(): boolean {
    return this.#wanted.ofMeta && this.#cells.is(this.#lines.placeOf('final_b'), TRUE);
  }

  write(info: ReserveInfo): void {
    this.#lines.write(this.#lines.planFor(info).plan, this.#cells);
  }

  keep(info: ReserveInfo): () => HistoryRow {
    const { lineStart, lineEnd } = this.#cells;
    // A copy: the memory of the page is used again after it.
    const bytes = Buffer.from(this.#rows.bytes.subarray(lineStart, lineEnd));
    return () => {
      const cells = this.#lines.read({ bytes, count: 1 });
      cells.next();
      return this.#lines.toRow(info, cells);
    };
  }
}

const MISSING = Buffer.from('missing');
const TRUE = Buffer.from('t');

/** Folded out of shorter ones. */
export class MadeBuckets implements KnownBuckets {
  readonly #buckets: readonly Bucket[];
  readonly #encoder: RowEncoder;
  readonly #agg: HistoryAggregate;
  readonly #scale: bigint;
  #at = -1;

  constructor(
    buckets: readonly Bucket[],
    how: { readonly encoder: RowEncoder; readonly agg: HistoryAggregate; readonly scale: bigint },
  ) {
    this.#buckets = buckets;
    this.#encoder = how.encoder;
    this.#agg = how.agg;
    this.#scale = how.scale;
  }

  next(): boolean {
    this.#at += 1;
    return this.#at < this.#buckets.length;
  }

  isOf(info: ReserveInfo): boolean {
    return this.#bucket().reserve === info.reserve;
  }

  startMs(): number {
    return this.#bucket().start.getTime();
  }

  closedAt(): number | null {
    const close = this.#bucket().close;
    return close === null ? null : Math.floor(close.at.getTime() / 1000);
  }

  slot(): number | null {
    const close = this.#bucket().close;
    return close === null ? null : Number(close.slot);
  }

  isMissing(): boolean {
    return this.#bucket().quality === 'missing';
  }

  isFinal(): boolean {
    return this.#bucket().final;
  }

  write(info: ReserveInfo): void {
    this.#encoder.row(this.keep(info)());
  }

  keep(info: ReserveInfo): () => HistoryRow {
    const bucket = this.#bucket();
    return () => toBucketRow(bucket, info, this.#agg, this.#scale);
  }

  #bucket(): Bucket {
    const bucket = this.#buckets[this.#at];
    if (bucket === undefined) throw new RangeError('there is no bucket here');
    return bucket;
  }
}
