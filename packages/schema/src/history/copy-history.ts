import { protocolOf } from '@tidemark/protocols';
import { CopiedCells } from '../copy/bytes.ts';
import { type CopiedRows, copyRows, type Quoted, quoted, trusted } from '../copy/copy-rows.ts';
import type { Queryable } from '../create-database.ts';
import type { BucketAggregate } from '../tables/index.ts';
import { BUCKET_TABLES, type BucketGrain } from './bucket-selection.ts';
import { bucketCells, observationCells } from './history-cells.ts';
import {
  type CopyHistoryOptions,
  type HistoryPlace,
  type HistoryPosition,
  type HistoryTable,
  LEADING,
  selectMany,
  selectOne,
} from './history-statements.ts';

export { type CopyHistoryOptions, type HistoryPosition, LEADING } from './history-statements.ts';

export interface CopyBucketsOptions extends CopyHistoryOptions {
  readonly grain: BucketGrain;
  readonly aggregate: BucketAggregate;
}

/** Stored buckets as bytes, one aggregate of their numbers, in parts of whole rows, read page by page with nothing kept between pages. */
export function copyBuckets(sql: Queryable, options: CopyBucketsOptions): AsyncGenerator<CopiedRows, void, undefined> {
  const { scale } = protocolOf(options.protocol);
  const table = {
    places: [{ name: BUCKET_TABLES[options.grain], alias: 'b', isOf: (address: Quoted) => isOfReserve('b', address) }],
    order: ['b.bucket_start'],
    slot: 'b.close_slot',
    cellsOf: (unit: string) => bucketCells(options.aggregate, scale, unit),
  };
  return copyHistory(sql, options, table);
}

/** Stored observations as bytes, in the same way. */
export function copyObservations(
  sql: Queryable,
  options: CopyHistoryOptions,
): AsyncGenerator<CopiedRows, void, undefined> {
  const { scale } = protocolOf(options.protocol);
  const table = {
    places: SNAPSHOT_PLACES,
    order: ['h.observed_at', 'h.slot'],
    slot: 'h.slot',
    cellsOf: () => observationCells(scale),
  };
  return copyHistory(sql, options, table);
}

/** Each is asked by its own key for a page, because no plan finds the first rows of both together without sorting all. */
const SNAPSHOT_PLACES: readonly HistoryPlace[] = [
  { name: 'lend.reserve_snapshots', alias: 'h', isOf: (address) => quoted`h.reserve = ${address}` },
  { name: 'lend.narrow_snapshots', alias: 'h', isOf: (address) => isOfReserve('h', address) },
];

/** By its number, so that rows come in the order of the key: from a join with the address they would be sorted. */
function isOfReserve(alias: string, address: Quoted): Quoted {
  return quoted`${trusted(alias)}.reserve_id = (SELECT i.id FROM lend.reserves AS i WHERE i.address = ${address})`;
}

/** What a statement reads: what one reserve has after a place, or what the next reserves after an address have, at most so many of them. */
type Step =
  | { readonly reserve: string; readonly after: HistoryPosition | null }
  | { readonly beyond: string; readonly most: number };

/** A page that is being read; what follows it is known when the server has sent it. */
interface Reading {
  readonly parts: AsyncGenerator<CopiedRows, void>;
  next: Step | null;
}

/**
 * Page by page, each a short statement of its own that begins where the last page ended: neither a slow reader nor a
 * long range keeps a connection, a transaction or more memory than two pages. Two kinds of statements, because the planner knows what to expect of
 * one reserve from a moment on, and of many over a range, and nothing of both in one condition.
 */
async function* copyHistory(
  sql: Queryable,
  asked: CopyHistoryOptions,
  table: HistoryTable,
): AsyncGenerator<CopiedRows, void, undefined> {
  const options = { ...asked, reserves: asked.reserves.toSorted() };
  const ended = new AbortController();
  const signal = options.signal === undefined ? ended.signal : AbortSignal.any([options.signal, ended.signal]);
  let left = options.expected ?? 0;
  let current: Reading | null = null;
  let ahead: Reading | null = null;
  const readAhead = (): void => {
    if (current !== null && current.next !== null && ahead === null && left > 0) ahead = begin(current.next);
  };
  const begin = (step: Step): Reading => {
    const pageSize = left > 0 ? Math.min(options.pageSize, left) : options.pageSize;
    const page = { ...options, pageSize };
    const onEnd = (last: CopiedRows, count: number): void => {
      left -= count;
      reading.next = nextStep(step, page, count, count === pageSize ? lastPlace(last, options) : null);
      if (reading === current) readAhead();
    };
    const reading: Reading = { parts: copyRows(sql, selectStep(page, table, step), { signal, onEnd }), next: null };
    return reading;
  };
  try {
    for (let step: Step | null = firstStep(options); step !== null; step = current.next) {
      signal.throwIfAborted();
      current = ahead ?? begin(step);
      ahead = null;
      // It may have been sent already.
      readAhead();
      yield* current.parts;
    }
  } finally {
    if (ahead !== null) ended.abort();
  }
}

function firstStep(options: CopyHistoryOptions): Step {
  const { reserves, after = null } = options;
  const only = reserves.length === 1 ? (reserves[0] ?? null) : null;
  const reserve = after?.reserve ?? only;
  return reserve !== null && reserves.includes(reserve)
    ? { reserve, after }
    : { beyond: after?.reserve ?? '', most: reservesOfPage(options) };
}

/** Null after the last one. `last`: place of the last row of a page that is full, null of one that is not. */
function nextStep(step: Step, options: CopyHistoryOptions, count: number, last: HistoryPosition | null): Step | null {
  if (last !== null) return { reserve: last.reserve, after: last };
  const beyond = 'beyond' in step ? reservesOf(step, options).at(-1) : step.reserve;
  if (beyond === undefined) return null;
  // Hundreds that have nothing in the range are not worth a statement each.
  const most = 'beyond' in step && count === 0 ? 2 * step.most : reservesOfPage(options);
  const next = { beyond, most };
  return reservesOf(next, options).length === 0 ? null : next;
}

/** As many as surely fit into a page, and no fewer than one: of one that is cut the rest is read, and sorted, again. */
function reservesOfPage({ pageSize, mostOfEach }: CopyHistoryOptions): number {
  return mostOfEach === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(pageSize / mostOfEach));
}

function reservesOf(
  { beyond, most }: Extract<Step, { readonly beyond: string }>,
  { reserves }: CopyHistoryOptions,
): readonly string[] {
  return reserves.filter((reserve) => reserve > beyond).slice(0, most);
}

function selectStep(options: CopyHistoryOptions, table: HistoryTable, step: Step): Quoted {
  return 'beyond' in step
    ? selectMany(options, table, reservesOf(step, options))
    : selectOne(options, table, step.reserve, step.after);
}

/** Place of the last row. */
function lastPlace(rows: CopiedRows, { cells }: CopyHistoryOptions): HistoryPosition | null {
  if (rows.count === 0) return null;
  const from = rows.bytes.lastIndexOf(10, rows.bytes.length - 2) + 1;
  const line = new CopiedCells({ bytes: rows.bytes.subarray(from) }, LEADING.count + cells.length);
  line.next();
  return {
    reserve: line.text(LEADING.reserve),
    at: new Date(line.integer(LEADING.atMs) ?? 0),
    slot: line.isNull(LEADING.slot) ? null : line.text(LEADING.slot),
  };
}
