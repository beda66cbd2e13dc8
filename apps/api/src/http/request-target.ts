import type { IncomingMessage, ServerResponse } from 'node:http';
import { createErrorEnvelope, errorDefinition } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import type { AnswerPolicy } from './answer-policy.ts';
import { JSON_TYPE } from './answer.ts';
import { requestIdHeader } from './sender.ts';

const SCHEME_AND_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Brings an absolute request target (`GET http://host/path`) into the usual form, as HTTP asks of every server. */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/')) return;
  const rest = url.replace(SCHEME_AND_AUTHORITY, '');
  request.url = rest.startsWith('/') || rest === '*' ? rest : `/${rest}`;
}

/** Last resort for a request that no middleware saw or that an error handler failed on: the envelope all the same. */
export function answerUnroutable(
  request: IncomingMessage,
  response: ServerResponse,
  context: { error: unknown; requestId: string; policy: AnswerPolicy; logger: Logger },
): void {
  const { error, requestId, policy } = context;
  if (error !== undefined) context.logger.error({ err: error, requestId }, 'request failed outside of its handler');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const name = error === undefined ? 'ROUTE_NOT_FOUND' : 'INTERNAL';
  const body = Buffer.from(JSON.stringify(createErrorEnvelope(name, { requestId })));
  response.writeHead(errorDefinition(name).httpStatus, [
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    ...policy.commonHeaders,
    ...requestIdHeader(requestId),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
