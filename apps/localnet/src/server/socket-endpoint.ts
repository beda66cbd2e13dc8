import { createServer, type Server } from 'node:http';
import type { Logger } from '@tidemark/runtime';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../subscriptions/notifications.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';
import type { AnswerLog } from '../truth/logs.ts';
import type { RpcService } from './rpc-service.ts';

const MAX_MESSAGE_BYTES = 50 * 1024;
/** A client that leaves so much unread is cut off. */
const MAX_UNSENT_BYTES = 16 * 1024 * 1024;

/** What the endpoint needs. */
export interface SocketEndpointOptions {
  readonly service: RpcService;
  readonly hub: SubscriptionHub;
  /** null: nothing is noted of notifications. */
  readonly answers: AnswerLog | null;
  readonly logger: Logger;
}

/** The WebSocket side; it listens by way of the HTTP servers that it is attached to. */
export interface SocketEndpoint {
  attach(server: Server): void;
  /** Cuts every connection. */
  close(): void;
}

/** The subscriptions of a chain over WebSockets. */
export function createSocketEndpoint(options: SocketEndpointOptions): SocketEndpoint {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  sockets.on('connection', (socket) => serve(socket, options));
  return {
    attach: (server) => {
      server.on('upgrade', (request, duplex, head) => {
        sockets.handleUpgrade(request, duplex, head, (socket) => sockets.emit('connection', socket, request));
      });
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** An HTTP server that offers nothing but the upgrade, for the port next to the RPC port. */
export function createUpgradeServer(): Server {
  return createServer((_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket' }).end('WebSocket only\n');
  });
}

function serve(socket: WebSocket, options: SocketEndpointOptions): void {
  const { service, hub, answers, logger } = options;
  const session: Session = {
    send: (text) => {
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
      else if (answers === null) socket.send(text);
      else socket.send(text, (error) => void (error == null && answers.notified(text)));
    },
    drop: () => socket.terminate(),
  };
  const answer = async (data: RawData): Promise<void> => {
    const text = await service.answerSocket(textOf(data), session);
    if (text !== null) session.send(text);
  };
  socket.on('message', (data) => {
    answer(data).catch((error: unknown) => logger.error({ err: error }, 'a socket message failed'));
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => hub.forget(session));
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8');
}
