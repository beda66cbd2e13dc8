import type { Request, Response } from 'express';
import { selectEncoding } from '../prepared/select-encoding.ts';
import type { StreamAnswer } from './answer.ts';
import { compressChunks } from './compress-chunks.ts';
import { setHeaders } from './raw-headers.ts';

/**
 * Sends chunks as they come and asks for the next one only when the client has taken the last. The head goes out with the
 * first chunk, so a failure before it is answered like any other; after it, the error handler logs the failure and cuts the
 * connection. When the client goes away, the chunks are ended where they are.
 */
export async function sendStream(request: Request, response: Response, answer: StreamAnswer): Promise<void> {
  const encoding = answer.compressible === true ? selectEncoding(request.headers['accept-encoding']) : 'identity';
  const begin = (): void => {
    setHeaders(response, ['Content-Type', answer.contentType, 'Cache-Control', 'no-store', ...(answer.headers ?? [])]);
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.status(200);
  };
  if (request.method === 'HEAD') {
    begin();
    response.end();
    return;
  }
  const chunks = encoding === 'identity' ? answer.chunks : compressFor(response, answer.chunks, encoding);
  for await (const chunk of chunks) {
    if (response.closed) return;
    if (!response.headersSent) begin();
    if (!response.write(chunk)) await writable(response);
  }
  if (response.closed) return;
  if (!response.headersSent) begin();
  response.end();
}

/** Pages can be read for a while before anything comes out: a client that goes meanwhile must end that. */
async function* compressFor(
  response: Response,
  chunks: StreamAnswer['chunks'],
  encoding: 'gzip' | 'br',
): AsyncGenerator<Uint8Array> {
  const pieces = compressChunks(chunks, encoding);
  const end = (): void => void pieces.destroy();
  response.once('close', end);
  try {
    yield* pieces;
  } catch (error) {
    if (!response.closed) throw error;
  } finally {
    response.off('close', end);
  }
}

/**
 * Resolves when the client has taken what was written, or is gone: then `close` comes and `drain` never. Both listeners go
 * with it, for a long answer waits tens of thousands of times.
 */
function writable(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    if (response.closed) done();
  });
}
