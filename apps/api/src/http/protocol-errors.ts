import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { createErrorEnvelope, errorDefinition, type ErrorName } from '@tidemark/contract';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import type { AnswerPolicy } from './answer-policy.ts';
import { JSON_TYPE } from './answer.ts';
import { requestIdHeader } from './sender.ts';

/** What Node’s parser complains about, by its code; everything else is a malformed request. */
const PARSER_ERRORS: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** What a client has to read why its connection ends. */
const LAST_WORDS_MS = 2_000;

/**
 * Answers what never became a request, in the envelope like everything else, and ends the connection. Where an answer is
 * already on its way, or nobody is left to read one, the connection just ends.
 */
export function answerParserError(error: NodeJS.ErrnoException, socket: Duplex, policy: AnswerPolicy): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
    socket.destroy();
    return;
  }
  const name = PARSER_ERRORS[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { httpStatus } = errorDefinition(name);
  const { headers, body } = envelopeAnswer(name, policy);
  const lines = [`HTTP/1.1 ${httpStatus} ${REASONS[httpStatus] ?? ''}`, `Date: ${new Date().toUTCString()}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // Only our half of the connection ends with that: a client that goes on sending would keep the other for ever.
  const timer = setTimeout(() => socket.destroy(), LAST_WORDS_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Answers a request with an Expect header that is not 100-continue. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse, policy: AnswerPolicy): void {
  answerInEnvelope('EXPECTATION_FAILED', request, response, policy);
}

/** HTTP/1.1 demands a Host header; Node, left to itself, refuses a request without one by an empty answer. */
export function lacksHost(request: IncomingMessage): boolean {
  return request.headers.host === undefined && request.httpVersion === '1.1';
}

/** Answers a request that is complete but breaks the rules of HTTP, and ends the connection. */
export function answerMalformed(request: IncomingMessage, response: ServerResponse, policy: AnswerPolicy): void {
  answerInEnvelope('MALFORMED_REQUEST', request, response, policy);
}

/** Answers a request with more headers than anybody needs, and ends the connection. */
export function answerTooManyHeaders(request: IncomingMessage, response: ServerResponse, policy: AnswerPolicy): void {
  answerInEnvelope('HEADERS_TOO_LARGE', request, response, policy);
}

function answerInEnvelope(name: ErrorName, request: IncomingMessage, response: ServerResponse, policy: AnswerPolicy) {
  const { headers, body } = envelopeAnswer(name, policy);
  response.writeHead(errorDefinition(name).httpStatus, [...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function envelopeAnswer(name: ErrorName, policy: AnswerPolicy): { headers: RawHeaders; body: string } {
  const requestId = randomBytes(8).toString('hex');
  const body = JSON.stringify(createErrorEnvelope(name, { requestId }));
  const headers = [
    ...['Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Connection', 'close'],
    ...policy.commonHeaders,
    ...requestIdHeader(requestId),
  ];
  return { headers, body };
}

/** Node keeps the response that a socket is busy with here; there is no public way to ask. */
function hasAnswerUnderWay(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}
