import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { waitFor } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { compressChunks } from './send.ts';

const ENCODINGS = [
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const;

async function all(chunks: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

describe.each(ENCODINGS)('chunks that are compressed with %s', (encoding, decompress) => {
  it.each([
    ['texts of all kinds', ['a', 'Ω😀', '', 'b'.repeat(300_000)]],
    ['bytes', [randomBytes(200_000), new Uint8Array([0, 255])]],
    ['nothing', []],
  ])('are the same afterwards: %s', async (_what, chunks) => {
    async function* source() {
      yield* chunks;
    }
    const plain = Buffer.concat(
      chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk))),
    );
    expect(decompress(await all(compressChunks(source(), encoding))).equals(plain)).toBe(true);
  });

  it('are not made faster than they are taken', async () => {
    const SIZE = 100_000;
    let made = 0;
    async function* endless() {
      for (;;) {
        made += SIZE;
        // Random bytes do not shrink, so what was taken tells how much of what was made waits.
        yield randomBytes(SIZE);
      }
    }
    let taken = 0;
    for await (const piece of compressChunks(endless(), encoding)) {
      if (piece instanceof Uint8Array) taken += piece.length;
      // Brotli holds back a window before it gives out the first byte.
      expect(made - taken).toBeLessThan(12 * SIZE);
      if (taken > 50 * SIZE) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('end where the reader stops', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield randomBytes(100_000);
      } finally {
        ended = true;
      }
    }
    for await (const piece of compressChunks(endless(), encoding)) if (piece !== null) break;
    await waitFor(() => ended);
    expect(ended).toBe(true);
  });

  it('fail with what failed in them, before and after the first', async () => {
    const failure = new Error('the database is gone');
    async function* failing(before: number) {
      for (let count = 0; count < before; count += 1) yield randomBytes(300_000);
      throw failure;
    }
    for (const before of [0, 3]) {
      await expect(all(compressChunks(failing(before), encoding))).rejects.toBe(failure);
    }
  });
});
