import { responseHeaders } from '@tidemark/contract';
import type { Request, Response } from 'express';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import type { Answer } from './answer.ts';
import { setHeaders } from './raw-headers.ts';
import { respondPrepared } from './respond-prepared.ts';
import { sendStream } from './send-stream.ts';

/** Sends what a handler gave back. */
export async function sendAnswer(request: Request, response: Response, answer: Answer): Promise<void> {
  if ('resource' in answer) await respondPrepared(request, response, answer.resource, answer.headers ?? []);
  else if ('chunks' in answer) await sendStream(request, response, answer);
  else sendBody(request, response, answer.status, answer.contentType, answer.body);
}

/** Sends a body that nobody may keep. */
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
