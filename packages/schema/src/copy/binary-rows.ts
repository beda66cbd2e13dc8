import { FIRST_INSTANT_MS, findValueProblem, LAST_INSTANT_MS, NOT_KNOWN } from '../rows/find-value-problem.ts';
import type { ColumnSpec } from '../rows/column-specs.ts';
import { SchemaError } from '../schema-error.ts';

// The binary format of COPY: a header, for each row the number of its cells and for each cell its length and its bytes, and an end.

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const HEADER_BYTES = HEADER.length;
/** Stands where the number of cells of the next row would. */
export const END = -1;
export const NULL_LENGTH = -1;
/** More than any cell but a text needs: 20 groups of digits, their head and the length. */
const MOST_CELL_BYTES = 64;
const MEAN_CELL_BYTES = 12;
export const EPOCH_MS = Date.UTC(2000, 0, 1);
export const TWO_32 = 2 ** 32;
const I64_MAX = 2n ** 63n - 1n;
export const GROUP_BASE = 10_000;
/** Three groups of digits: a double has so many exactly. */
const THREE_GROUPS = 10n ** 12n;
const MOST_NUMERIC: Readonly<Record<string, bigint>> = {
  'numeric(20, 0)': 2n ** 64n - 1n,
  'numeric(39, 0)': 2n ** 128n - 1n,
  'numeric(40, 0)': 10n ** 40n - 1n,
  'numeric(78, 0)': 2n ** 256n - 1n,
  'numeric(80, 0)': 10n ** 80n - 1n,
};

/** Writes a value that is not null; false where it is none of the column's. */
type WriteCell = (out: BinaryRows, value: unknown) => boolean;

const CELLS: Readonly<Record<string, WriteCell>> = {
  'double precision': (out, value) =>
    typeof value === 'number'
      ? Number.isFinite(value) && out.double(value)
      : value === NOT_KNOWN && out.double(Number.NaN),
  integer: (out, value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && out.integer(value),
  smallint: (out, value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && out.smallint(value),
  boolean: (out, value) => typeof value === 'boolean' && out.boolean(value),
  bigint: (out, value) => typeof value === 'bigint' && value >= 0n && value <= I64_MAX && out.bigint(value),
  text: (out, value) => typeof value === 'string' && out.text(value),
  'timestamp with time zone': (out, value) =>
    value instanceof Date ? out.instant(value.getTime()) : value === NOT_KNOWN && out.beginningOfTime(),
};

function writeCellOf({ sqlType }: ColumnSpec): WriteCell {
  const most = MOST_NUMERIC[sqlType];
  if (most !== undefined)
    return (out, value) => typeof value === 'bigint' && value >= 0n && value <= most && out.numeric(value);
  const write = CELLS[sqlType];
  if (write === undefined) throw new Error(`the binary format of ${sqlType} is not known here`);
  return write;
}

/** Rows as COPY reads them, and where each begins. The bytes of a value are those that Postgres sends of it. */
export class BinaryRows {
  readonly starts: number[] = [];
  #bytes: Buffer;
  #view: DataView;
  #at: number;
  readonly #groups = new Int16Array(24);
  readonly #texts = new Map<string, Buffer>();

  /** Grows where it turns out to need more bytes. */
  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafe(HEADER_BYTES + bytes);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#at = HEADER.copy(this.#bytes);
  }

  /** All of it, with an end. */
  take(): Buffer {
    this.starts.push(this.#at);
    this.#ensure(2);
    this.#view.setInt16(this.#at, END);
    return this.#bytes.subarray(0, this.#at + 2);
  }

  beginRow(cells: number): void {
    this.#ensure(2 + cells * MOST_CELL_BYTES);
    this.starts.push(this.#at);
    this.#view.setInt16(this.#at, cells);
    this.#at += 2;
  }

  null(): void {
    this.#view.setInt32(this.#at, NULL_LENGTH);
    this.#at += 4;
  }

  double(value: number): boolean {
    this.#view.setInt32(this.#at, 8);
    // There is one zero in what is stored: minus zero is written as JSON writes it.
    this.#view.setFloat64(this.#at + 4, value === 0 ? 0 : value);
    this.#at += 12;
    return true;
  }

  integer(value: number): boolean {
    if (value >= 2 ** 31) return false;
    this.#view.setInt32(this.#at, 4);
    this.#view.setInt32(this.#at + 4, value);
    this.#at += 8;
    return true;
  }

  smallint(value: number): boolean {
    if (value > 255) return false;
    this.#view.setInt32(this.#at, 2);
    this.#view.setInt16(this.#at + 4, value);
    this.#at += 6;
    return true;
  }

  boolean(value: boolean): boolean {
    this.#view.setInt32(this.#at, 1);
    this.#view.setInt8(this.#at + 4, value ? 1 : 0);
    this.#at += 5;
    return true;
  }

  bigint(value: bigint): boolean {
    this.#view.setInt32(this.#at, 8);
    this.#view.setBigInt64(this.#at + 4, value);
    this.#at += 12;
    return true;
  }

  /** Microseconds since 2000. */
  instant(unixMs: number): boolean {
    if (!(unixMs >= FIRST_INSTANT_MS && unixMs <= LAST_INSTANT_MS)) return false;
    const micros = (unixMs - EPOCH_MS) * 1000;
    this.#view.setInt32(this.#at, 8);
    if (Number.isSafeInteger(micros) && micros >= 0) {
      this.#view.setInt32(this.#at + 4, micros / TWO_32);
      this.#view.setUint32(this.#at + 8, micros % TWO_32);
    } else this.#view.setBigInt64(this.#at + 4, BigInt(unixMs - EPOCH_MS) * 1000n);
    this.#at += 12;
    return true;
  }

  /** `-infinity`. */
  beginningOfTime(): boolean {
    this.#view.setInt32(this.#at, 8);
    this.#view.setBigInt64(this.#at + 4, -(2n ** 63n));
    this.#at += 12;
    return true;
  }

  text(value: string): boolean {
    let bytes = this.#texts.get(value);
    if (bytes === undefined) {
      bytes = Buffer.from(value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value);
      this.#texts.set(value, bytes);
    }
    if (bytes.length > MOST_CELL_BYTES - 4) this.#ensure(bytes.length + MOST_CELL_BYTES * 256);
    this.#view.setInt32(this.#at, bytes.length);
    this.#bytes.set(bytes, this.#at + 4);
    this.#at += 4 + bytes.length;
    return true;
  }

  /** An integer from 0: groups of four digits, the largest first, without zeros at either end. */
  numeric(value: bigint): boolean {
    const groups = this.#groups;
    let count = 0;
    let rest = value;
    let low: number;
    for (;;) {
      const isLast = rest < THREE_GROUPS;
      low = Number(isLast ? rest : rest % THREE_GROUPS);
      for (let group = 0; group < 3; group += 1) {
        groups[count++] = low % GROUP_BASE;
        low = Math.floor(low / GROUP_BASE);
      }
      if (isLast) break;
      rest /= THREE_GROUPS;
    }
    while (count > 0 && groups[count - 1] === 0) count -= 1;
    let zeros = 0;
    while (zeros < count && groups[zeros] === 0) zeros += 1;
    const view = this.#view;
    const at = this.#at;
    view.setInt32(at, 8 + 2 * (count - zeros));
    view.setInt16(at + 4, count - zeros);
    view.setInt16(at + 6, count === 0 ? 0 : count - 1);
    view.setInt32(at + 8, 0);
    let cell = at + 12;
    for (let group = count - 1; group >= zeros; group -= 1, cell += 2) view.setInt16(cell, groups[group] ?? 0);
    this.#at = cell;
    return true;
  }

  #ensure(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#at + more, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer, grown.byteOffset, grown.length);
  }
}

/** A column and where its value comes from. */
export interface BinaryColumn<Row> {
  readonly spec: ColumnSpec;
  readonly valueOf: (row: Row) => unknown;
}

/** The rows in the format of COPY. Throws `INVALID_ROW`, with the row's address and the column, for what must not be stored. */
export function encodeRows<Row extends { readonly reserve: string }>(
  columns: readonly BinaryColumn<Row>[],
  rows: readonly Row[],
): { readonly bytes: Buffer; readonly starts: readonly number[] } {
  const out = new BinaryRows(rows.length * columns.length * MEAN_CELL_BYTES);
  const cells = columns.map(({ spec, valueOf }) => ({ spec, valueOf, write: writeCellOf(spec) }));
  for (const row of rows) {
    out.beginRow(cells.length);
    for (const { spec, valueOf, write } of cells) {
      const value = valueOf(row);
      if ((value === null || value === undefined) && spec.nullable) out.null();
      else if (!write(out, value)) throw invalid(spec, value, row.reserve);
    }
  }
  return { bytes: out.take(), starts: out.starts };
}

function invalid(spec: ColumnSpec, value: unknown, address: string): SchemaError {
  const rule = findValueProblem(spec, value) ?? 'cannot be sent';
  const described = String(value).slice(0, 100);
  return new SchemaError('INVALID_ROW', `${address}: ${spec.name} ${rule}, but is ${described}`, {
    context: { address, column: spec.name, value: described, rule },
  });
}
