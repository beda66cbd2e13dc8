import { END, EPOCH_MS, GROUP_BASE, HEADER_BYTES, NULL_LENGTH, TWO_32 } from './binary-rows.ts';

const MOST_EXACT = 2 ** 20;

/** Goes through rows that COPY has sent, row by row; the cells are read where they lie. */
export class BinaryCells {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  /** Where each cell's length stands; one more than there are cells. */
  readonly #starts: Int32Array;
  #next = HEADER_BYTES;
  start = 0;
  end = 0;

  constructor(bytes: Buffer, cells: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#starts = new Int32Array(cells + 1);
  }

  /** The next row; false where there is none. */
  next(): boolean {
    const view = this.#view;
    const starts = this.#starts;
    let at = this.#next;
    const cells = view.getInt16(at);
    if (cells === END) return false;
    if (cells !== starts.length - 1)
      throw new RangeError(`a row of ${cells} cells where ${starts.length - 1} were asked for`);
    this.start = at;
    at += 2;
    for (let cell = 0; cell < cells; cell += 1) {
      starts[cell] = at;
      at += 4 + Math.max(0, view.getInt32(at));
    }
    starts[cells] = at;
    this.end = at;
    this.#next = at;
    return true;
  }

  /** Where the length of a cell stands. */
  at(cell: number): number {
    return this.#starts[cell] ?? 0;
  }

  isNull(cell: number): boolean {
    return this.#view.getInt32(this.at(cell)) === NULL_LENGTH;
  }

  double(cell: number): number | null {
    const at = this.at(cell);
    return this.#view.getInt32(at) === NULL_LENGTH ? null : this.#view.getFloat64(at + 4);
  }

  smallint(cell: number): number | null {
    return this.isNull(cell) ? null : this.#view.getInt16(this.at(cell) + 4);
  }

  integer(cell: number): number | null {
    return this.isNull(cell) ? null : this.#view.getInt32(this.at(cell) + 4);
  }

  bigint(cell: number): bigint | null {
    return this.isNull(cell) ? null : this.#view.getBigInt64(this.at(cell) + 4);
  }

  /** Milliseconds since 1970, cut off. */
  unixMs(cell: number): number | null {
    const at = this.at(cell);
    const view = this.#view;
    if (view.getInt32(at) === NULL_LENGTH) return null;
    const high = view.getInt32(at + 4);
    // A double has the microseconds of the years around 2000 alone.
    if (Math.abs(high) >= MOST_EXACT) return EPOCH_MS + Number(view.getBigInt64(at + 4) / 1000n);
    return EPOCH_MS + Math.floor((high * TWO_32 + view.getUint32(at + 8)) / 1000);
  }

  text(cell: number): string | null {
    const at = this.at(cell);
    const length = this.#view.getInt32(at);
    return length === NULL_LENGTH ? null : this.#bytes.toString('utf8', at + 4, at + 4 + length);
  }

  bytes(cell: number): Uint8Array | null {
    const at = this.at(cell);
    const length = this.#view.getInt32(at);
    return length === NULL_LENGTH ? null : Uint8Array.prototype.slice.call(this.#bytes, at + 4, at + 4 + length);
  }

  /** Of a `jsonb` column: a byte that says which version of the format it is, and the text. */
  json(cell: number): unknown {
    const at = this.at(cell);
    const length = this.#view.getInt32(at);
    return length === NULL_LENGTH ? null : JSON.parse(this.#bytes.toString('utf8', at + 5, at + 4 + length));
  }

  /** An integer of a `numeric` column. */
  numeric(cell: number): bigint | null {
    if (this.isNull(cell)) return null;
    const view = this.#view;
    const at = this.at(cell) + 4;
    const count = view.getInt16(at);
    const groups = count === 0 ? 0 : view.getInt16(at + 2) + 1;
    let value = 0n;
    let small = 0;
    let inSmall = 0;
    for (let group = 0; group < groups; group += 1) {
      small = small * GROUP_BASE + (group < count ? view.getInt16(at + 8 + 2 * group) : 0);
      inSmall += 1;
      if (inSmall < 3) continue;
      value = value === 0n ? BigInt(small) : value * 1_000_000_000_000n + BigInt(small);
      small = 0;
      inSmall = 0;
    }
    if (inSmall > 0) value = value * BigInt(GROUP_BASE ** inSmall) + BigInt(small);
    return view.getInt16(at + 4) === 0 ? value : -value;
  }
}
