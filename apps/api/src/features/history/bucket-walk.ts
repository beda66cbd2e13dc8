import type { HistoryRow, ReserveInfo } from '@tidemark/contract';
import type { IngestStop } from '@tidemark/schema';
import { type BucketPlan, firstBucketOf, type ItemsInput, type PartWriter } from './history-parts.ts';
import type { KnownBuckets } from './known-buckets.ts';
import type { ItemFacts } from './page-tally.ts';
import { fillRow, toUnknownRow } from './rows.ts';

/** Rows without a stored bucket that are handed on at once. */
const MADE_AT_ONCE = 1_000;

/** The newest bucket with numbers, of which `fill=locf` repeats the values. */
interface LastKnown {
  readonly atMs: number;
  readonly toRow: () => HistoryRow;
  row: HistoryRow | null;
}

/**
 * Goes through the buckets of one reserve after the other: those that are known, and unknown ones where there is none, from the
 * first sight of the reserve on. The bucket that is not over is there as soon as something is known of it.
 */
export class BucketWalk {
  /** Start of the next bucket that must be there. */
  expectedMs = 0;
  readonly #input: ItemsInput;
  readonly #plan: BucketPlan;
  readonly #out: PartWriter;
  #index = -1;
  #skipToMs = -1;
  #last: LastKnown | null = null;
  #stops: readonly IngestStop[] | null = null;

  constructor(input: ItemsInput, plan: BucketPlan, out: PartWriter) {
    this.#input = input;
    this.#plan = plan;
    this.#out = out;
    this.#begin();
  }

  get isOver(): boolean {
    return this.#index >= this.#plan.range.reserves.length;
  }

  /** The reserve that it is at. */
  get info(): ReserveInfo {
    const info = this.#plan.range.reserves[this.#index];
    if (info === undefined) throw new RangeError('a bucket of a reserve that was not asked for');
    return info;
  }

  /** What is left of the reserve, then the next one. */
  async *goOn(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { range, widthMs } = this.#plan;
    yield* this.unknownUntil(Math.min(range.endMs, this.#input.nowMs - widthMs + 1));
    this.#begin();
  }

  #begin(): void {
    this.#index += 1;
    this.#last = null;
    if (this.isOver) return;
    const { range, widthMs } = this.#plan;
    const isFirst = this.#index === 0;
    const { after } = this.#input.ask;
    this.#skipToMs = isFirst && after !== null ? after.atMs : -1;
    this.expectedMs = Math.max(isFirst ? range.firstStartMs : range.startMs, firstBucketOf(this.info, widthMs));
  }

  /** Buckets that nothing is stored of. */
  async *unknownUntil(untilMs: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { widthMs, readStops } = this.#plan;
    const { fill } = this.#input.ask;
    for (; this.expectedMs < untilMs; this.expectedMs += widthMs) {
      this.#stops ??= await readStops();
      const startMs = this.expectedMs;
      if (startMs <= this.#skipToMs) continue;
      if (fill !== 'none' && this.#out.closeIfFull()) return;
      const unknown = toUnknownRow({ startMs, endMs: startMs + widthMs }, this.info, this.#stops);
      const row = this.#filled(unknown);
      if (fill !== 'none') this.#out.encoder.row(row);
      this.#add(startMs, fill !== 'none', {
        asOf: null,
        slot: row.slot,
        unknown: unknown.gap_reason_str,
        isFinal: false,
      });
      if (this.#out.size >= MADE_AT_ONCE) yield this.#out.take();
    }
  }

  /** The bucket at which `known` is. */
  take(known: KnownBuckets): void {
    const { info } = this;
    const { fill } = this.#input.ask;
    const startMs = known.startMs();
    this.expectedMs = Math.max(this.expectedMs, startMs + this.#plan.widthMs);
    const isMissing = known.isMissing();
    if (fill === 'locf' && !isMissing) this.#last = { atMs: startMs, toRow: known.keep(info), row: null };
    if (startMs <= this.#skipToMs) return;
    const isShown = !isMissing || fill !== 'none';
    if (isShown && this.#out.closeIfFull()) return;
    let slot = known.slot();
    if (isMissing && this.#last !== null) {
      const row = this.#filled(known.keep(info)());
      this.#out.encoder.row(row);
      slot = row.slot;
    } else if (isShown) known.write(info);
    this.#add(startMs, isShown, { asOf: known.closedAt(), slot, unknown: null, isFinal: known.isFinal() });
  }

  #filled(row: HistoryRow): HistoryRow {
    if (this.#last === null) return row;
    this.#last.row ??= this.#last.toRow();
    return fillRow(row, this.#last.row);
  }

  #add(startMs: number, isShown: boolean, facts: ItemFacts): void {
    this.#out.add(this.info.reserve, startMs, this.#last?.atMs ?? null, isShown, facts);
  }
}
