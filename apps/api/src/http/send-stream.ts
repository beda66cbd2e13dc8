import type { Request, Response } from 'express';
import type { StreamAnswer } from './answer.ts';
import { setHeaders } from './raw-headers.ts';

/**
 * Sends chunks as they come and asks for the next one only when the client has taken the last. The head goes out with the
 * first chunk, so a failure before it is answered like any other; after it, the error handler logs the failure and cuts the
 * connection. When the client goes away, the chunks are ended where they are.
 */
export async function sendStream(request: Request, response: Response, answer: StreamAnswer): Promise<void> {
  const begin = (): void => {
    setHeaders(response, ['Content-Type', answer.contentType, 'Cache-Control', 'no-store', ...(answer.headers ?? [])]);
    response.status(200);
  };
  if (request.method === 'HEAD') {
    begin();
    response.end();
    return;
  }
  for await (const chunk of answer.chunks) {
    if (response.closed) return;
    if (!response.headersSent) begin();
    if (!response.write(chunk)) await writable(response);
    if (response.closed) return;
  }
  if (!response.headersSent) begin();
  response.end();
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
