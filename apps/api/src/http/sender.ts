import { responseHeaders } from '@tidemark/contract';
import type { Request, Response } from 'express';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import type { Answer } from './answer.ts';
import { setHeaders } from './raw-headers.ts';
import { respondPrepared } from './respond-prepared.ts';
import { sendStream } from './send-stream.ts';
import type { UnsentBodies } from './unsent-bodies.ts';

export interface SendOptions {
  readonly answer: Answer;
  readonly unsent: UnsentBodies;
  /** Stands for who asked. */
  readonly client: string;
}

/** Sends what a handler gave back. */
export async function sendAnswer(
  request: Request,
  response: Response,
  { answer, unsent, client }: SendOptions,
): Promise<void> {
  if ('resource' in answer) {
    const { body } = await respondPrepared(request, response, answer.resource, answer.headers ?? []);
    if (body !== null) unsent.add(response, body, client);
    return;
  }
  if ('chunks' in answer) {
    await sendStream(request, response, { answer, watched: unsent.watch(response, client) });
    return;
  }
  const body = sendBody(request, response, answer.status, answer.contentType, answer.body);
  if (body !== null) unsent.add(response, body, client);
}

/** Sends a body that nobody may keep, and gives back what was handed to the socket. */
export function sendBody(
  request: Request,
  response: Response,
  status: number,
  contentType: string,
  body: string,
): Buffer | null {
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
  if (request.method === 'HEAD') {
    response.end();
    return null;
  }
  response.end(bytes);
  return bytes;
}

/** The request id as a header. */
export function requestIdHeader(requestId: string): RawHeaders {
  return [responseHeaders.requestId, requestId];
}
