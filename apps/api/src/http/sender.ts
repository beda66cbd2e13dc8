import { responseHeaders } from '@tidemark/contract';
import type { Request, Response } from 'express';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import type { Answer } from './answer.ts';
import { respondPrepared } from './respond-prepared.ts';

/** Sends what a handler gave back. */
export async function sendAnswer(request: Request, response: Response, answer: Answer): Promise<void> {
  if ('resource' in answer) {
    await respondPrepared(request, response, answer.resource, answer.headers ?? []);
    return;
  }
  sendBody(request, response, answer.status, answer.contentType, answer.body);
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

/** Sets headers that are given as names and values in turn. */
export function setHeaders(response: Response, headers: RawHeaders): void {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}

/** The request id as a header. */
export function requestIdHeader(requestId: string): RawHeaders {
  return [responseHeaders.requestId, requestId];
}
