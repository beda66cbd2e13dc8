import { viewOf } from '@tidemark/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter, CopiedCells } from './bytes.ts';

/** Texts with characters of one to four bytes, among them DEL, whose byte begins the bit pattern of a NaN. */
const text = fc.string({ unit: fc.constantFrom('a', '\u007f', '9', 'é', '€', '🦀', '\u{10ffff}'), maxLength: 600 });

describe('bytes that are copied in words', () => {
  it('are those of the source, at any place of source and target, and nothing beyond them', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        fc.nat(7),
        fc.boolean(),
        (pieces, offset, isSlack) => {
          const head = Buffer.alloc(offset, 'x');
          const all = Buffer.concat([
            head,
            ...pieces.map((piece) => Buffer.from(piece)),
            Buffer.alloc(isSlack ? 8 : 0),
          ]);
          const out = new ByteWriter();
          out.ensure(offset + all.length);
          for (let index = 0; index < offset; index++) out.byte(120);
          let at = offset;
          for (const piece of pieces) {
            const end = at + Buffer.byteLength(piece);
            out.copy(viewOf(all), at, end);
            at = end;
          }
          expect(out.take().toString('utf8')).toBe('x'.repeat(offset) + pieces.join(''));
          out.end();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('stay in the room that was made, which grows with what is written', () => {
    const out = new ByteWriter();
    const source = viewOf(Buffer.from('0123456789abcdef'));
    let expected = '';
    for (let round = 0; round < 40_000; round++) {
      const end = 1 + (round % 8);
      out.ensure(end);
      out.copy(source, 0, end);
      expected += '01234567'.slice(0, end);
    }
    expect(out.take().toString('utf8')).toBe(expected);
    out.end();
  });

  it('are cells where they lie in a part of a larger memory', () => {
    const memory = Buffer.from('xxxa\t\\N\t-7\nb\tc\t12\nyyy');
    const cells = new CopiedCells({ bytes: memory.subarray(3, memory.length - 3) }, 3);
    const out = new ByteWriter();
    out.ensure(100);
    const read: unknown[] = [];
    while (cells.next()) {
      out.copy(cells.view, cells.start(0), cells.end(0));
      read.push([cells.text(0), cells.isNull(1), cells.integer(2)]);
    }
    expect(read).toEqual([
      ['a', true, -7],
      ['b', false, 12],
    ]);
    expect(out.take().toString('utf8')).toBe('ab');
  });
});
