import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { responseHeaders } from '@tidemark/contract';
import type { Request, Response } from 'express';
import type { Answer, StreamAnswer } from './exchange.ts';
import { setHeaders } from './policy.ts';
import {
  type Encoding,
  isNotModified,
  type PreparedResource,
  type RawHeaders,
  type Representation,
  selectEncoding,
} from './prepared.ts';

/** Sends what a handler gave back. */
export async function sendAnswer(request: Request, response: Response, answer: Answer): Promise<void> {
  if ('resource' in answer) {
    const { resource, headers = [], onSent } = answer;
    if (onSent !== undefined) response.once('close', onSent);
    await respondPrepared(request, response, resource, headers);
  } else if ('chunks' in answer) await sendStream(request, response, answer);
  else sendBody(request, response, answer.status, answer.contentType, answer.body);
}

/** Sends a body that no cache may keep. */
export function sendBody(
  request: Request,
  response: Response,
  status: number,
  contentType: string,
  body: string,
): void {
  const bytes = Buffer.from(body);
  setHeaders(response, [
    'Content-Type',
    contentType,
    'Content-Length',
    String(bytes.length),
    'Cache-Control',
    'no-store',
  ]);
  response.status(status);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The request id as a header. */
export function requestIdHeader(requestId: string): RawHeaders {
  return [responseHeaders.requestId, requestId];
}

/** Status and length of what was sent, for metrics. */
export interface Sent {
  readonly status: 200 | 304;
  readonly bytes: number;
}

/**
 * Answers a GET or HEAD with a prepared resource, or with 304. `perRequest` are the headers that only this answer has.
 * Where the wanted form exists, everything happens before this returns.
 */
export function respondPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  resource: PreparedResource,
  perRequest: RawHeaders,
): Sent | Promise<Sent> {
  const representation = resource.representation(selectEncoding(request.headers['accept-encoding']));
  if (representation instanceof Promise) {
    return representation.then((made) => send(request, response, resource, made, perRequest));
  }
  return send(request, response, resource, representation, perRequest);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  resource: PreparedResource,
  representation: Representation,
  perRequest: RawHeaders,
): Sent {
  const { lastModifiedSeconds } = resource;
  if (isNotModified(request.headers, { etag: representation.etag, lastModifiedSeconds })) {
    response.writeHead(304, [...representation.notModifiedHeaders, ...perRequest]);
    response.end();
    return { status: 304, bytes: 0 };
  }
  response.writeHead(200, [...representation.headers, ...perRequest]);
  if (request.method === 'HEAD') {
    response.end();
    return { status: 200, bytes: 0 };
  }
  const { body, bytes } = representation;
  const last = body.length - 1;
  for (let place = 0; place < last; place += 1) response.write(body[place]);
  response.end(body[last]);
  return { status: 200, bytes };
}

/**
 * Sends chunks as they come and takes the next one only when the client has taken the last. The head goes out with the
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
