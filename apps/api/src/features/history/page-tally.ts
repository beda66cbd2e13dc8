import type { HistoryGap } from '@tidemark/contract';
import type { HistoryPlace } from './query.ts';

/** What is known of a bucket or an observation beside its row. */
export interface ItemFacts {
  /** Chain time in unix seconds that the row is as of; null where it has no values of its own. */
  readonly asOf: number | null;
  readonly slot: number | null;
  /** Reason of a bucket that nothing is stored of; null of all others. */
  readonly unknown: string | null;
  /** Whether nothing but a correction changes what is answered about it. */
  readonly isFinal: boolean;
}

/** Counts what a page holds while its rows are written: an object for each of ten thousand rows costs more than the row. */
export class PageTally {
  /** Rows. */
  count = 0;
  /** Buckets and observations, with those that have no row. */
  looked = 0;
  /** Newest chain time in unix seconds and slot that a row is as of. */
  asOf: number | null = null;
  slot: number | null = null;
  isFinal = true;
  /** Whether a row was left out because the page is full. */
  isOver = false;
  /** In their order. */
  readonly reserves: string[] = [];
  /** Runs of buckets that nothing is stored of, not even that they were not observed: the ledger of gaps does not have them. */
  readonly unknown: HistoryGap[] = [];
  readonly #limit: number;
  readonly #widthMs: number | null;
  #shown = NOWHERE;
  #last = NOWHERE;

  /** `widthMs`: null of observations. */
  constructor(limit: number, widthMs: number | null) {
    this.#limit = limit;
    this.#widthMs = widthMs;
  }

  /** Call before a row is written. True where the page has no room for it: then the page is over. */
  closeIfFull(): boolean {
    if (this.count < this.#limit) return false;
    this.isOver = true;
    return true;
  }

  /** After its row was written, if it has one. Rows come by reserve and time. Ignored once the page is over. */
  add(reserve: string, atMs: number, knownMs: number | null, isShown: boolean, facts: ItemFacts): void {
    if (this.isOver) return;
    this.looked += 1;
    if (this.#last.reserve !== reserve) this.reserves.push(reserve);
    this.#last = { reserve, atMs, knownMs, slot: facts.slot };
    this.isFinal &&= facts.isFinal;
    if (facts.unknown !== null) this.#addUnknown(reserve, atMs, facts.unknown);
    if (!isShown) return;
    this.count += 1;
    this.#shown = this.#last;
    this.asOf = larger(this.asOf, facts.asOf);
    this.slot = larger(this.slot, facts.slot);
  }

  /** Of the last row; null where there is none. */
  get lastShown(): HistoryPlace | null {
    return this.#placeOf(this.#shown);
  }

  /** Of the last bucket or observation, with a row or without. */
  get lastLooked(): HistoryPlace | null {
    return this.#placeOf(this.#last);
  }

  #placeOf({ slot, ...place }: Place): HistoryPlace | null {
    if (place.reserve === '') return null;
    return { ...place, slot: this.#widthMs === null && slot !== null ? String(slot) : null };
  }

  #addUnknown(reserve: string, atMs: number, reason: string): void {
    const from = atMs / 1000;
    const to = from + (this.#widthMs ?? 0) / 1000;
    const last = this.unknown.at(-1);
    const goesOn = last?.reserve === reserve && last.to === from && last.gap_reason_str === reason;
    if (last !== undefined && goesOn) this.unknown[this.unknown.length - 1] = { ...last, to };
    else this.unknown.push({ reserve, from, to, gap_reason_str: reason });
  }
}

interface Place {
  readonly reserve: string;
  readonly atMs: number;
  readonly knownMs: number | null;
  readonly slot: number | null;
}

const NOWHERE: Place = { reserve: '', atMs: 0, knownMs: null, slot: null };

function larger(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}
