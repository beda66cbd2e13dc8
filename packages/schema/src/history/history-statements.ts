import { type Quoted, quoted, trusted } from '../copy/copy-rows.ts';
import { tableAsOf } from '../corrections/as-of.ts';
import { SchemaError } from '../schema-error.ts';
import type { HistoryCells } from './history-cells.ts';

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
  /** Addresses, in any order. */
  readonly reserves: readonly string[];
  /** The first moment of the range. */
  readonly from: Date;
  /** Its end, which does not belong to it. */
  readonly to: Date;
  /** Only what comes after this place. */
  readonly after?: HistoryPosition | null;
  /** Names of the cells of each row, see `bucketCells` and `observationCells`; they follow the cells of `LEADING`. */
  readonly cells: readonly string[];
  /** Rows that one statement reads at most. */
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

/** Places of the cells that every row begins with: address, unix milliseconds, and the slot, which buckets may not have. */
export const LEADING = { reserve: 0, atMs: 1, slot: 2, count: 3 } as const;

/** Where rows are, and the condition that they are of a reserve. */
export interface HistoryPlace {
  readonly name: string;
  readonly alias: string;
  readonly isOf: (address: Quoted) => Quoted;
}

/** What the rows are read from; the first column of its order is their time. */
export interface HistoryTable {
  readonly places: readonly HistoryPlace[];
  readonly order: readonly string[];
  readonly slot: string;
  /** `unit`: an expression for one base unit of the reserve in whole tokens. */
  readonly cellsOf: (unit: string) => HistoryCells;
}

/** What one reserve has after a place, or from the beginning of the range on. */
export function selectOne(
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
  const list = cellList(options, table, { address, unit }, (index) => ` AS c${index}`);
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
export function selectMany(options: CopyHistoryOptions, table: HistoryTable, wanted: readonly string[]): Quoted {
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
  { address, unit }: { readonly address: Quoted; readonly unit: string },
  named: (index: number) => string,
): string {
  const known = table.cellsOf(unit);
  const [time = ''] = table.order;
  const chosen = cells.map((name) => {
    const cell = known[name];
    if (cell === undefined) throw new SchemaError('INVALID_ROW', `a history has no cell ${name}`);
    return cell;
  });
  // Not the address of the row, which would cost a join with the reserves.
  return [address.text, `(date_part('epoch', ${time}) * 1000)::bigint`, table.slot, ...chosen]
    .map((cell, index) => `${cell}${named(index)}`)
    .join(', ');
}
