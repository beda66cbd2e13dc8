import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorCode } from '@tidemark/runtime';
import { TransportError } from './transport-error.ts';

const gunzipAsync = promisify(gunzip);

/** Reads an answer's body as text, up to a limit, so that a provider gone wrong cannot fill our memory. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<Uint8Array> = response;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, size);
  const encoding = response.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return body.toString('utf8');
  if (encoding !== 'gzip') throw new TransportError('connection', `unknown content encoding ${encoding}`);
  try {
    return (await gunzipAsync(body, { maxOutputLength: maxBytes })).toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw error;
  }
}

function tooLarge(maxBytes: number): TransportError {
  return new TransportError('too-large', `answer larger than ${maxBytes} bytes`);
}
