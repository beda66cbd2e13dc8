import { viewOf } from '@tidemark/core';

const [TAB, NEWLINE, BACKSLASH, MINUS, ZERO, NULL_MARK] = [9, 10, 92, 45, 48, 78];

/** What follows a backslash where Postgres writes one. */
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' };

/** Goes through copied rows line by line; the cells of the line are read where they lie. */
export class CopiedCells {
  readonly bytes: Buffer;
  /** The same bytes, for `ByteWriter.copy`. */
  readonly view: DataView;
  /** Where each cell of the line begins; one more than there are cells, each a byte after the end of the one before. */
  readonly starts: Int32Array;
  /** Where the line begins, and where the next one does. */
  lineStart = 0;
  lineEnd = 0;

  constructor({ bytes }: { readonly bytes: Buffer }, cells: number) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.starts = new Int32Array(cells + 1);
  }

  /** The next line; false where there is none. */
  next(): boolean {
    const { bytes, starts } = this;
    let at = this.lineEnd;
    if (at >= bytes.length) return false;
    this.lineStart = at;
    starts[0] = at;
    let cell = 1;
    for (;;) {
      const byte = bytes[at++];
      // A tab or an end of line within a cell is written with a backslash.
      if (byte === TAB) starts[cell++] = at;
      else if (byte === NEWLINE || byte === undefined) break;
    }
    starts[cell] = at;
    if (cell !== starts.length - 1)
      throw new RangeError(`a line of ${cell} cells where ${starts.length - 1} were asked for`);
    this.lineEnd = at;
    return true;
  }

  start(cell: number): number {
    return this.starts[cell] ?? 0;
  }

  end(cell: number): number {
    return (this.starts[cell + 1] ?? 0) - 1;
  }

  isNull(cell: number): boolean {
    const start = this.start(cell);
    return this.bytes[start] === BACKSLASH && this.bytes[start + 1] === NULL_MARK;
  }

  /** Whether the cell holds these bytes. */
  is(cell: number, wanted: Uint8Array): boolean {
    const start = this.start(cell);
    if (this.end(cell) - start !== wanted.length) return false;
    // The ends of addresses differ more often than their beginnings.
    for (let index = wanted.length - 1; index >= 0; index--) {
      if (this.bytes[start + index] !== wanted[index]) return false;
    }
    return true;
  }

  /** An integer that a double holds; null where the cell is. */
  integer(cell: number): number | null {
    if (this.isNull(cell)) return null;
    const end = this.end(cell);
    let at = this.start(cell);
    const isNegative = this.bytes[at] === MINUS;
    if (isNegative) at++;
    let value = 0;
    for (; at < end; at++) value = value * 10 + ((this.bytes[at] ?? ZERO) - ZERO);
    return isNegative ? -value : value;
  }

  /** The text of a cell that is not null. */
  text(cell: number): string {
    const text = this.bytes.toString('utf8', this.start(cell), this.end(cell));
    return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, code: string) => ESCAPED[code] ?? code) : text;
  }
}

const FIRST_BYTES = 256 * 1024;
/** As many bytes as are copied at once; a writer has room for one more such word than is written. */
const WORD = 8;
/** Below this a loop is faster than the call of a copy, which makes an object too. */
const SHORT = 256;
/** Of one memory, and of all of them together: a page of 10,000 rows has ten memories of 2 MiB. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
const ALL_KEPT_BYTES = 32 * 1024 * 1024;

/** Memory of writers that have ended. Megabytes for each page, thrown away, cost more in collection than all that is written. */
const kept: Buffer<ArrayBuffer>[] = [];
const NONE = Buffer.alloc(0);

/** Makes the memory of bytes that `ByteWriter.give` has handed out free for the next writer. They must not be read afterwards. */
export function recycle({ buffer }: Uint8Array<ArrayBuffer>): void {
  const { byteLength } = buffer;
  if (byteLength < FIRST_BYTES || byteLength > MOST_KEPT_BYTES) return;
  const keptBytes = kept.reduce((sum, { length }) => sum + length, 0);
  if (keptBytes + byteLength <= ALL_KEPT_BYTES) kept.push(Buffer.from(buffer));
}

/** A text as a source of `ByteWriter.copy`, with room for a word behind it, so that its end is copied in words, too. */
export function textView(text: string): DataView {
  return viewOf(Buffer.from(text + ' '.repeat(WORD)));
}

/** Bytes that grow at their end. */
export class ByteWriter {
  length = 0;
  #bytes: Buffer<ArrayBuffer> = kept.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = viewOf(this.#bytes);

  /** Makes room: what follows may write so many bytes without asking again. */
  ensure(more: number): void {
    const wanted = this.length + more + WORD;
    if (wanted <= this.#bytes.length) return;
    if (this.#bytes.length === 0) this.#use(kept.pop() ?? NONE);
    if (wanted <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, wanted, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#use(grown);
  }

  byte(value: number): void {
    this.#bytes[this.length++] = value;
  }

  /**
   * Copies UTF-8 of another place, eight bytes at a time, as doubles: no eight bytes of valid UTF-8 are a NaN, whose bits an engine may change. What
   * is written beyond `end` is overwritten by the next copy.
   */
  copy(source: DataView, start: number, end: number): void {
    const length = end - start;
    let at = this.length;
    const stop = at + length;
    this.length = stop;
    if (length >= SHORT || start + length + WORD > source.byteLength) {
      this.#bytes.set(new Uint8Array(source.buffer, source.byteOffset + start, length), at);
      return;
    }
    const target = this.#view;
    for (let from = start; at < stop; at += WORD, from += WORD) {
      target.setFloat64(at, source.getFloat64(from, true), true);
    }
  }

  /** A part of other bytes, whatever they are. */
  append(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.ensure(length);
    this.#bytes.set(new Uint8Array(source.buffer, source.byteOffset + start, length), this.length);
    this.length += length;
  }

  text(text: string): void {
    this.ensure(3 * text.length);
    this.length += this.#bytes.write(text, this.length);
  }

  /** A copy of what was written; then the writer is empty. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.allocUnsafe(this.length);
    this.#bytes.copy(taken, 0, 0, this.length);
    this.length = 0;
    return taken;
  }

  /** What was written, where it lies; then the writer is empty. `recycle` takes the memory back. */
  give(): Buffer<ArrayBuffer> {
    const given = this.#bytes.subarray(0, this.length);
    this.#use(NONE);
    this.length = 0;
    return given;
  }

  /** The last word: its memory goes to the next writer, and it must not be used again. */
  end(): void {
    recycle(this.#bytes);
    this.#use(NONE);
    this.length = 0;
  }

  #use(bytes: Buffer<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }
}
