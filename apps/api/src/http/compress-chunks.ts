import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../prepared/select-encoding.ts';

/** What is made at once, so that a page costs a few pieces instead of dozens. */
const CHUNK_BYTES = 65_536;
const BROTLI_QUALITY = 1;
/** 256 KiB: beyond that the memory of a stream grows and its size hardly shrinks. */
const BROTLI_WINDOW_BITS = 18;

/**
 * What an encoder holds whether or not anything waits in it: its windows and tables, and the 64 KiB that it fills. So much did
 * the memory of the process grow for each of 50 that were stalled after 4 MB of input, without what waited (Node 20, Linux).
 */
const STATE_BYTES = { gzip: 0.75 * 1_048_576, br: 1.25 * 1_048_576 } as const;

/** Chunks on their way through an encoder. */
export interface CompressedChunks {
  readonly pieces: Readable;
  /** Memory that is held until the pieces are taken: chunks, pieces, and the encoder itself. */
  heldBytes(): number;
}

/**
 * The chunks, compressed as they come on another thread. The next one is asked for only when what was made of the last has
 * been taken, so that what waits is bounded: two pages, and 64 KiB on either side. Who stops early ends the chunks too; what
 * fails in them fails here.
 */
export function compressChunks(
  chunks: AsyncIterable<string | Uint8Array>,
  encoding: Exclude<Encoding, 'identity'>,
): CompressedChunks {
  // A table of numbers shrinks to a fifth or less at the lowest effort; the higher ones cost several times as much.
  const encoder =
    encoding === 'gzip'
      ? createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES })
      : createBrotliCompress({
          chunkSize: CHUNK_BYTES,
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          },
        });
  const input = countInput(chunks, () => encoder.bytesWritten);
  // A failure reaches whoever reads from the encoder; nothing is left to be done about it here.
  pipeline(Readable.from(input.chunks), encoder, () => undefined);
  return {
    pieces: encoder,
    heldBytes: () => (encoder.destroyed ? 0 : input.heldBytes() + encoder.readableLength + STATE_BYTES[encoding]),
  };
}

/** The chunks as bytes, and how many of them are held: each as a whole, until its last byte was read. */
function countInput(chunks: AsyncIterable<string | Uint8Array>, readBytes: () => number) {
  const waiting: { readonly length: number; readonly endsAt: number }[] = [];
  let givenBytes = 0;
  const forgetRead = (): void => {
    const read = readBytes();
    while (waiting[0] !== undefined && waiting[0].endsAt <= read) waiting.shift();
  };
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      givenBytes += bytes.length;
      forgetRead();
      waiting.push({ length: bytes.length, endsAt: givenBytes });
      yield bytes;
    }
  }
  return {
    chunks: counted(),
    heldBytes: (): number => {
      forgetRead();
      return waiting.reduce((sum, { length }) => sum + length, 0);
    },
  };
}
