import { protocolOf } from '@tidemark/protocols';
import { CopiedCells } from '../copy/bytes.ts';
import { tableAsOf } from '../corrections/as-of.ts';
import { type CopiedRows, copyRows, type Quoted, quoted, trusted } from '../copy/copy-rows.ts';
import type { Queryable } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import type { BucketAggregate } from '../tables/index.ts';
import { BUCKET_TABLES, type BucketGrain } from './bucket-selection.ts';
import { bucketCells, type HistoryCells, observationCells } from './history-cells.ts';

/** Place of a row in the order in which they come: by reserve (byte order), time, and of observations slot. */
export interface HistoryPosition {
  readonly reserve: string;
  /** Start of the bucket, or chain time of the observation. */
  readonly at: Date;
  /** Decimal digits. Of buckets null. */
  readonly slot: string | null;
}

export interface CopyHistoryOptions {
  readonly protocol: string;
  readonly reserves: readonly string[];
  /** The first moment of the range. */
  readonly from: Date;
  /** Its end, which does not belong to it. */
  readonly to: Date;
  /** Only what comes after this place. */
  readonly after?: HistoryPosition | null;
  /** Names of the cells of each row, see `bucketCells` and `observationCells`; they follow the cells of `LEADING`. */
  readonly cells: readonly string[];
  readonly pageSize: number;
  /** Rows that the caller will take: until then a page is read while it works on the one before. Left out: none is. */
  readonly expected?: number;
  /** Rows that a reserve has at most: a page then holds whole reserves, where several fit. Left out: it is not known. */
  readonly mostOfEach?: number;
  /** The moment at which the values were published; null: now. */
  readonly asOf?: Date | null;
  /** Aborted with the request: the running statement is cancelled. */
  readonly signal?: AbortSignal;
}

export interface CopyBucketsOptions extends CopyHistoryOptions {
  readonly grain: BucketGrain;
  readonly aggregate: BucketAggregate;
}

/** Places of the cells that every row begins with: address, unix milliseconds, and the slot, which buckets may not have. */
export const LEADING = { reserve: 0, atMs: 1, slot: 2, count: 3 } as const;

/** Stored buckets as bytes, one aggregate of their numbers, in parts of whole rows, read page by page with nothing kept between pages. */
export function copyBuckets(sql: Queryable, options: CopyBucketsOptions): AsyncGenerator<CopiedRows, void, undefined> {
  const { scale } = protocolOf(options.protocol);
  const table = {
    places: [
      { name: BUCKET_TABLES[options.grain], alias: 'b', isOf: (address: Quoted) => quoted`b.reserve = ${address}` },
    ],
    reserve: 'b.reserve',
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
    reserve: 'h.reserve',
    order: ['h.observed_at', 'h.slot'],
    slot: 'h.slot',
    cellsOf: () => observationCells(scale),
  };
  return copyHistory(sql, options, table);
}

/** Where rows are, and the condition that they are of a reserve. */
interface HistoryPlace {
  readonly name: string;
  readonly alias: string;
  readonly isOf: (address: Quoted) => Quoted;
}

/** Each is asked by its own key for a page, because no plan finds the first rows of both together without sorting all. */
const SNAPSHOT_PLACES: readonly HistoryPlace[] = [
  { name: 'lend.reserve_snapshots', alias: 'h', isOf: (address) => quoted`h.reserve = ${address}` },
  {
    name: 'lend.narrow_snapshots',
    alias: 'h',
    isOf: (address) => quoted`h.reserve_id = (SELECT i.id FROM lend.reserves AS i WHERE i.address = ${address})`,
  },
];

/** What the rows are read from; the first column of its order is their time. */
interface HistoryTable {
  readonly places: readonly HistoryPlace[];
  readonly reserve: string;
  readonly order: readonly string[];
  readonly slot: string;
  /** `unit`: an expression for one base unit of the reserve in whole tokens. */
  readonly cellsOf: (unit: string) => HistoryCells;
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

/** What one reserve has after a place, or from the beginning of the range on. */
function selectOne(
  options: CopyHistoryOptions,
  table: HistoryTable,
  reserve: string,
  after: HistoryPosition | null,
): Quoted {
  const { protocol, from, to, pageSize } = options;
  const ofReserve = quoted`FROM lend.reserves WHERE address = ${reserve} AND protocol = ${protocol}`;
  const unit = quoted`(SELECT ${trusted(UNIT)} ${ofReserve})`;
  const [time = '', slot] = table.order;
  const first = after === null ? from : new Date(Math.max(after.at.getTime(), from.getTime()));
  const where = quoted`EXISTS (SELECT ${ofReserve})
      AND ${trusted(time)} >= ${first} AND ${trusted(time)} < ${to} ${beyondPlace(after, time, slot)}`;
  return quoted`
    SELECT ${trusted(cellNames(options).join(', '))}
    FROM (${firstRows(options, table, { address: quoted`${reserve}`, where, unit: unit.text })}) AS s
    ORDER BY ${trusted(orderNames(table).join(', '))}
    LIMIT ${pageSize}`;
}

const cellNames = ({ cells }: CopyHistoryOptions): string[] =>
  Array.from({ length: LEADING.count + cells.length }, (_, index) => `c${index}`);
const orderNames = (table: HistoryTable): string[] => table.order.map((_, index) => `o${index}`);

/** The first rows of one reserve in each place. */
function firstRows(
  options: CopyHistoryOptions,
  table: HistoryTable,
  { address, where, unit }: { readonly address: Quoted; readonly where: Quoted; readonly unit: string },
): Quoted {
  const list = cellList(options, table, unit, (index) => ` AS c${index}`);
  const orderList = table.order.map((column, index) => `${column} AS o${index}`).join(', ');
  const parts = table.places.map(
    ({ name, alias, isOf }) =>
      quoted`(
      SELECT ${trusted(list)}, ${trusted(orderList)}
      FROM ${tableAsOf(name, options.asOf ?? null)} AS ${trusted(alias)}
      WHERE ${isOf(address)} AND ${where}
      ORDER BY ${trusted(table.order.join(', '))}
      LIMIT ${options.pageSize})`.text,
  );
  return trusted(parts.join(' UNION ALL '));
}

function beyondPlace(after: HistoryPosition | null, time: string, slot: string | undefined): Quoted {
  if (after === null) return quoted``;
  if (slot === undefined) return quoted`AND ${trusted(time)} > ${after.at}`;
  return after.slot === null
    ? quoted``
    : quoted`AND (${trusted(time)}, ${trusted(slot)}) > (${after.at}, ${BigInt(after.slot)}::bigint)`;
}

/** What several reserves have, reserve by reserve; the limit within keeps a dense one from being read whole. */
function selectMany(options: CopyHistoryOptions, table: HistoryTable, wanted: readonly string[]): Quoted {
  const { protocol, from, to, pageSize } = options;
  const [time = ''] = table.order;
  const named = (names: readonly string[]) => trusted(names.map((name) => `s.${name}`).join(', '));
  const where = quoted`${trusted(time)} >= ${from} AND ${trusted(time)} < ${to}`;
  return quoted`
    SELECT ${named(cellNames(options))}
    FROM lend.reserves AS r
    CROSS JOIN LATERAL (SELECT ${trusted(UNIT)} AS unit OFFSET 0) AS u
    CROSS JOIN LATERAL (
      SELECT * FROM (${firstRows(options, table, { address: trusted('r.address'), where, unit: 'u.unit' })}) AS e
      ORDER BY ${trusted(orderNames(table).join(', '))}
      LIMIT ${pageSize}
    ) AS s
    WHERE r.protocol = ${protocol} AND r.address = ANY(${wanted})
    ORDER BY r.address, ${named(orderNames(table))}
    LIMIT ${pageSize}`;
}

/** One base unit of a reserve in whole tokens. */
const UNIT = `('1e-' || token_decimals)::numeric`;

function cellList(
  { cells }: CopyHistoryOptions,
  table: HistoryTable,
  unit: string,
  named: (index: number) => string,
): string {
  const known = table.cellsOf(unit);
  const [time = ''] = table.order;
  const chosen = cells.map((name) => {
    const cell = known[name];
    if (cell === undefined) throw new SchemaError('INVALID_ROW', `a history has no cell ${name}`);
    return cell;
  });
  return [table.reserve, `(date_part('epoch', ${time}) * 1000)::bigint`, table.slot, ...chosen]
    .map((cell, index) => `${cell}${named(index)}`)
    .join(', ');
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
