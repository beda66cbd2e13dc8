import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../prepared/select-encoding.ts';

/** What is made at once, so that a page costs a few pieces instead of dozens. */
const CHUNK_BYTES = 65_536;
const BROTLI_QUALITY = 1;
/** 256 KiB: beyond that the memory of a stream grows and its size hardly shrinks. */
const BROTLI_WINDOW_BITS = 18;

/**
 * The chunks, compressed as they come on another thread. The next one is asked for only when what was made of the last has
 * been taken, so that what waits is bounded: two pages, 64 KiB on either side, and 1.25 MiB at most of the encoder itself. Who stops
 * early ends the chunks too; what fails in them fails here.
 */
export function compressChunks(
  chunks: AsyncIterable<string | Uint8Array>,
  encoding: Exclude<Encoding, 'identity'>,
): Readable {
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
  // A failure reaches whoever reads from the encoder; nothing is left to be done about it here.
  pipeline(Readable.from(bytesOf(chunks)), encoder, () => undefined);
  return encoder;
}

/** A page as one chunk of bytes: a text would count as one against the bound of the stream, however long it is. */
async function* bytesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
