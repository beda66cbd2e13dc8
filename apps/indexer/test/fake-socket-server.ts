import { type WebSocket, WebSocketServer } from 'ws';

/** A request as the fake node got it. */
export interface FakeSubscription {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface FakeSocketServer {
  readonly url: string;
  readonly requests: readonly FakeSubscription[];
  /** Connections so far. */
  readonly connections: () => number;
  /** Sends a text to everyone who is connected. */
  broadcast(text: string): void;
  /** Cuts every connection; new ones are taken. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A node that says over its sockets what the test wants; without an answer of the test it stays mute. */
export async function startFakeSocketServer(
  answer: (request: FakeSubscription, socket: WebSocket) => void = () => undefined,
  options: { readonly autoPong?: boolean } = {},
): Promise<FakeSocketServer> {
  const requests: FakeSubscription[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('message', (data: Buffer) => {
      const request: FakeSubscription = JSON.parse(data.toString());
      requests.push(request);
      answer(request, socket);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (typeof address === 'string' || address === null) throw new Error('the server has no port');
  const hangUp = (): void => {
    for (const client of server.clients) client.terminate();
  };
  return {
    url: `ws://127.0.0.1:${address.port}`,
    requests,
    connections: () => connections,
    broadcast(text) {
      for (const client of server.clients) client.send(text);
    },
    hangUp,
    async close() {
      hangUp();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Confirms every subscription; its id is 100 more than the request's. */
export function confirm(request: FakeSubscription, socket: WebSocket): void {
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: request.id + 100 }));
}
