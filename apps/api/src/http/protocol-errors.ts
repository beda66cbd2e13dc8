import { randomBytes } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createErrorEnvelope, errorDefinition, type ErrorName } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import { JSON_TYPE } from './exchange.ts';
import type { AnswerPolicy } from './policy.ts';
import type { RawHeaders } from './prepared.ts';
import { requestIdHeader } from './send.ts';

/** What Node’s parser complains about, by its code; everything else is a malformed request. */
const PARSER_ERRORS: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Those that any endpoint has. */
const METHODS = 'GET, HEAD, POST, OPTIONS';

/** What a client has to read why its connection ends. */
const LAST_WORDS_MS = 2_000;

/**
 * Answers what never became a request, in the envelope like everything else, and ends the connection. Where the head of an
 * answer is already out, or the client has gone, the connection just ends.
 */
export function answerParserError(error: NodeJS.ErrnoException, socket: Duplex, policy: AnswerPolicy): void {
  const response = responseOf(socket);
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent === true) {
    socket.destroy();
    return;
  }
  // What cannot be read came after a whole request: that one gets its own answer, and nothing follows it.
  if (response?.req.complete === true) {
    response.shouldKeepAlive = false;
    return;
  }
  answerSocket(PARSER_ERRORS[error.code ?? ''] ?? 'MALFORMED_REQUEST', socket, policy);
}

/**
 * Refuses CONNECT, for which Node makes no response: there is no tunnel here. Where a request before it is not answered yet, the
 * connection just ends.
 */
export function answerTunnel(socket: Duplex, policy: AnswerPolicy): void {
  // Node has taken its own listeners away: without these an error would end the process, and the end of the client go unnoticed.
  socket.on('error', () => socket.destroy());
  if (!socket.writable || responseOf(socket) !== null) {
    socket.destroy();
    return;
  }
  answerSocket('METHOD_NOT_ALLOWED', socket, policy, ['Allow', METHODS]);
  socket.resume();
}

/** Writes an answer to a connection without a response, and ends it. */
function answerSocket(name: ErrorName, socket: Duplex, policy: AnswerPolicy, more: RawHeaders = []): void {
  const { httpStatus } = errorDefinition(name);
  const { headers: common, body } = envelopeAnswer(name, policy);
  const headers = [...common, ...more];
  const lines = [`HTTP/1.1 ${httpStatus} ${REASONS[httpStatus] ?? ''}`, `Date: ${new Date().toUTCString()}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // Only our half of the connection ends with that: a client that goes on sending would keep the other for ever.
  const timer = setTimeout(() => socket.destroy(), LAST_WORDS_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Answers a request that gets no further, and ends the connection: it breaks the rules of HTTP, has more headers than are allowed, or
 * an Expect header that is not 100-continue.
 */
export function answerInEnvelope(
  name: ErrorName,
  request: IncomingMessage,
  response: ServerResponse,
  policy: AnswerPolicy,
): void {
  const { headers, body } = envelopeAnswer(name, policy);
  response.writeHead(errorDefinition(name).httpStatus, [...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function envelopeAnswer(
  name: ErrorName,
  policy: AnswerPolicy,
  { requestId, ends }: { requestId: string; ends: boolean } = { requestId: randomBytes(8).toString('hex'), ends: true },
): { headers: RawHeaders; body: string } {
  const body = JSON.stringify(createErrorEnvelope(name, { requestId }));
  const headers = [
    ...['Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body)), 'Cache-Control', 'no-store'],
    ...(ends ? ['Connection', 'close'] : []),
    ...policy.commonHeaders,
    ...requestIdHeader(requestId),
  ];
  return { headers, body };
}

/** The response that a socket is busy with. Node keeps it here; there is no public way to get it. */
function responseOf(socket: Duplex): ServerResponse | null {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return message instanceof ServerResponse ? message : null;
}

/** Name, IPv4 or IPv6 address, and a port. Empty is allowed: a target without an authority has it so (RFC 9112, 3.2). */
const HOST = /^(?:\[[\d.:a-f]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Whether a request that Node's parser let through has one meaning for every reader: HTTP/1, one valid Host (HTTP/1.0 may leave it
 * out), and no transfer coding but chunked.
 */
export function isWellFormed(request: IncomingMessage): boolean {
  const { headers, httpVersion, httpVersionMajor, rawHeaders } = request;
  if (httpVersionMajor !== 1) return false;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false;
  const hosts = countHosts(rawHeaders);
  if (hosts === 0) return httpVersion === '1.0';
  return hosts === 1 && HOST.test(headers.host ?? '');
}

/** Node keeps the first of several in `headers`. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

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
  const { headers, body } = envelopeAnswer(name, policy, { requestId, ends: false });
  response.writeHead(errorDefinition(name).httpStatus, [...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
