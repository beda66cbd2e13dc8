import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { TimeoutError, withTimeout } from '@tidemark/core';
import type { Metrics } from './create-metrics.ts';

/** One named check of `/ready`. Anything besides `ok` is shown as given; it must hold no secret. */
export interface ReadyCheckResult {
  readonly ok: boolean;
  readonly [detail: string]: unknown;
}

export interface ReadyReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, ReadyCheckResult>>;
}

export interface OpsServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** `0.0.0.0` when left out. */
  readonly host?: string;
  /** More fields for `/health`, for example the version. */
  readonly health?: () => Readonly<Record<string, unknown>>;
  /** Asked at every `/ready`; one that throws or takes over five seconds counts as not ready. */
  readonly ready: () => ReadyReport | Promise<ReadyReport>;
  readonly metrics: Pick<Metrics, 'render' | 'contentType'>;
}

export interface OpsServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const READY_TIMEOUT_MS = 5_000;
const CLOSE_GRACE_MS = 1_000;

/**
 * A small HTTP server for operators: `/health` answers 200 as long as the process runs its event loop, `/ready` 200 or
 * 503 with its checks as JSON, `/metrics` the Prometheus text. Rejects when the port is taken (`EADDRINUSE`).
 */
export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: error instanceof Error ? error.name : 'unknown' });
    });
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 5_000;
  server.keepAliveTimeout = 5_000;
  const host = options.host ?? '0.0.0.0';
  server.listen(options.port, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const urlHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return { port, url: `http://${urlHost}:${port}`, close: () => closeServer(server) };
}

async function answer(options: OpsServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0];
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    sendJson(response, 405, { error: 'method not allowed' });
  } else if (path === '/health') {
    sendJson(response, 200, { status: 'ok', ...options.health?.() });
  } else if (path === '/ready') {
    const report = await askReady(options.ready);
    sendJson(response, report.ready ? 200 : 503, report);
  } else if (path === '/metrics') {
    send(response, 200, options.metrics.contentType, await options.metrics.render());
  } else {
    sendJson(response, 404, { error: 'not found', paths: ['/health', '/ready', '/metrics'] });
  }
}

async function askReady(ready: OpsServerOptions['ready']): Promise<ReadyReport> {
  const failed = (reason: string): ReadyReport => ({ ready: false, checks: { ready: { ok: false, reason } } });
  try {
    return await withTimeout(Promise.resolve(ready()), READY_TIMEOUT_MS, 'the check');
  } catch (error) {
    if (error instanceof TimeoutError) return failed('timeout');
    return failed(error instanceof Error ? error.name : 'unknown error');
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/**
 * Requests in flight get their answer, for a second at most; connections kept alive for later ones, and those that never said
 * anything, do not hold the close back.
 */
async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(force);
}
