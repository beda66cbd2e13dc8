import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A JSON-RPC request as the fake server got it. */
export interface FakeRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the fake server answers: a result, a JSON-RPC error, a bare HTTP answer, nothing at all, or a cut line. */
export type FakeAnswer =
  | { readonly result: unknown }
  | { readonly error: { code: number; message: string }; readonly status?: number }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly raw: string }
  | 'hang'
  | 'hang up';

export interface FakeRpcServer {
  readonly url: string;
  readonly host: string;
  readonly requests: readonly FakeRequest[];
  /** Requests of one method so far. */
  count(method: string): number;
  close(): Promise<void>;
}

export const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** An RPC provider that answers as the test says; getGenesisHash answers with mainnet's hash unless the test says otherwise. */
export async function startFakeRpcServer(
  answer: (request: FakeRequest, index: number) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>,
): Promise<FakeRpcServer> {
  const requests: FakeRequest[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id, request } = readRequest(await readBody(incoming));
    requests.push(request);
    const fallback: FakeAnswer =
      request.method === 'getGenesisHash' ? { result: GENESIS_HASH } : { error: { code: -32601, message: 'none' } };
    reply(response, id, (await answer(request, requests.length - 1)) ?? fallback);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    count: (method) => requests.filter((request) => request.method === method).length,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(response: ServerResponse, id: unknown, answer: FakeAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  if ('raw' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer.raw);
    return;
  }
  if ('result' in answer || 'error' in answer) {
    const status = 'error' in answer ? (answer.status ?? 200) : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer, status: undefined }));
    return;
  }
  response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '');
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding('utf8');
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

function readRequest(body: string): { id: unknown; request: FakeRequest } {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || !('method' in parsed)) throw new Error('not a JSON-RPC request');
  const params: readonly unknown[] = 'params' in parsed && Array.isArray(parsed.params) ? parsed.params : [];
  return { id: 'id' in parsed ? parsed.id : null, request: { method: String(parsed.method), params } };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
}

/** What another RPC server answers to the request. */
export async function forward(rpcUrl: string, request: FakeRequest): Promise<FakeAnswer> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'result' in answer) return { result: answer.result };
  return { error: { code: -32000, message: JSON.stringify(answer) } };
}
