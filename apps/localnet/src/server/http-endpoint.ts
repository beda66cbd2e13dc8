import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@tidemark/runtime';
import { answerControl, type LocalnetControl } from '../control/localnet-control.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import type { RpcService } from './rpc-service.ts';
import type { AnswerLog } from '../truth/logs.ts';

/** Longest request body, as on a real node. */
const BODY_LIMIT_BYTES = 50 * 1024;
/** Longest body of a control request: an account of 1 MB in base64. */
const CONTROL_BODY_LIMIT_BYTES = 2 * 1024 * 1024;
/** Longer than clients pool idle connections, so that they close first and never write into a closed one. */
const KEEP_ALIVE_MS = 75_000;
/** What the limit of a method asks to wait. */
const METHOD_LIMIT_SECONDS = 3;
const CONTROL_PREFIX = '/control';
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** What the endpoint needs. */
export interface HttpEndpointOptions {
  readonly service: RpcService;
  readonly faults: FaultEngine;
  /** null: there is no control endpoint. */
  readonly control: LocalnetControl | null;
  /** null: nothing is noted of answers. */
  readonly answers: AnswerLog | null;
  readonly logger: Logger;
}

/** The HTTP side: JSON-RPC by POST, GET /health, and the control endpoint where it is on. */
export function createHttpEndpoint(options: HttpEndpointOptions): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    respond(options, request, response).catch((error: unknown) => {
      options.logger.error({ err: error }, 'a request failed');
      if (!response.headersSent) sendText(response, 500, 'Internal error');
      else response.destroy();
    });
  });
}

async function respond(
  options: HttpEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path.startsWith(`${CONTROL_PREFIX}/`) && options.control !== null) {
    await respondControl(options.control, path.slice(CONTROL_PREFIX.length), request, response);
    return;
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, CORS_HEADERS).end();
  } else if (request.method === 'GET' && path === '/health') {
    sendText(response, 200, options.faults.settings.behindSlots > 0 ? 'behind' : 'ok');
  } else if (request.method === 'POST') {
    await respondRpc(options, request, response);
  } else {
    sendText(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n');
  }
}

async function respondRpc(
  options: HttpEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { service, faults } = options;
  if (!isJson(request)) {
    sendText(response, 415, 'Supplied content type is not allowed. Content-Type: application/json is required\n');
    return;
  }
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (body === null) {
    sendTooLarge(response);
    return;
  }
  const noted = (said: string): void => options.answers?.refused(body, said);
  const fate = faults.nextRequestFate();
  const latencyMs = faults.nextLatencyMs();
  if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
  if (fate.kind === 'timeout') {
    noted('nothing');
    await delay(fate.timeoutMs, undefined, { ref: false });
    response.destroy();
    return;
  }
  if (fate.kind === 'status') {
    noted(`status ${fate.status}`);
    sendFailure(response, fate.status);
    return;
  }
  const answer = await service.answerHttp(body);
  if (answer.refusedWith !== null) {
    noted(`status ${answer.refusedWith}`);
    sendFailure(response, answer.refusedWith, METHOD_LIMIT_SECONDS);
    return;
  }
  const at = Date.now();
  const note = (): void => {
    if (fate.breakBody || !response.writableFinished) noted('part of an answer');
    else options.answers?.answered(answer, at);
  };
  // Who asked may have gone before it began.
  if (response.destroyed) note();
  else response.once('close', note);
  sendJson(response, 200, fate.breakBody ? cut(answer.text ?? '') : (answer.text ?? ''));
}

async function respondControl(
  control: LocalnetControl,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // No CORS header and JSON only: a web page that the user happens to visit cannot reach this.
  if (!LOOPBACK.has(request.socket.remoteAddress ?? '')) {
    sendText(response, 403, 'the control endpoint answers to this machine only\n', {});
  } else if (request.method === 'POST' && !isJson(request)) {
    sendText(response, 415, 'Content-Type: application/json is required\n', {});
  } else {
    const body = await readBody(request, CONTROL_BODY_LIMIT_BYTES);
    if (body === null) {
      sendTooLarge(response);
      return;
    }
    const answer = answerControl(control, { method: request.method ?? 'GET', path, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }
}

function isJson(request: IncomingMessage): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '');
}

function cut(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

/** A client that sends too much loses its connection. */
function sendTooLarge(response: ServerResponse): void {
  response
    .writeHead(413, { ...CORS_HEADERS, 'content-type': 'text/plain', connection: 'close' })
    .end('Payload Too Large\n');
}

function sendFailure(response: ServerResponse, status: number, retryAfterSeconds = 1): void {
  const asksToWait = status === 429 || status === 503;
  const headers = asksToWait ? { ...CORS_HEADERS, 'retry-after': String(retryAfterSeconds) } : CORS_HEADERS;
  const message = FAILURE_TEXTS[status] ?? 'Error';
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code: status, message }, id: null });
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(text);
}

const FAILURE_TEXTS: Readonly<Record<number, string>> = {
  403: 'Forbidden: this method is not available on your plan',
  429: 'Too many requests for a specific RPC call',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function sendJson(response: ServerResponse, status: number, text: string): void {
  const headers = { ...CORS_HEADERS, 'content-type': 'application/json; charset=utf-8' };
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = CORS_HEADERS,
): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** Reads a request's body as UTF-8; null where it is longer than `limitBytes`, the rest being read and dropped. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}
