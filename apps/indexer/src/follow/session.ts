import { errorCode } from '@tidemark/runtime';
import { type RawData, WebSocket } from 'ws';
import { LifeSigns, type LifeSignsOptions } from './life-signs.ts';
import { parseMessage, type SocketMessage, type SubscriptionRequest, SubscriptionTable } from './subscriptions.ts';

/**
 * Why a session ended. connect_failed and connect_timeout: there never was a connection. ack_timeout and refused: there was
 * no subscription. closed, ping_timeout, silence: it was lost. protocol_error: frames that cannot be read or are too big.
 * stopped: we ended it.
 */
export type SessionEndReason =
  | 'connect_failed'
  | 'connect_timeout'
  | 'ack_timeout'
  | 'refused'
  | 'closed'
  | 'ping_timeout'
  | 'silence'
  | 'protocol_error'
  | 'stopped';

export interface SessionEnd {
  readonly reason: SessionEndReason;
  /** A code that an operator can look up, never text of the other side: that may hold a key. */
  readonly detail?: string;
}

/** Why a message was left aside. */
export type IgnoredReason = 'malformed' | 'foreign_subscription';

export interface SessionOptions extends LifeSignsOptions {
  readonly url: string;
  readonly requests: readonly SubscriptionRequest[];
}

export interface SessionEvents {
  /** Every subscription is confirmed: from now on nothing goes unnoticed. */
  readonly onSubscribed: () => void;
  readonly onSlot: (slot: bigint) => void;
  /** An account changed; the address is not checked. */
  readonly onChange: (address: string, slot: bigint) => void;
  readonly onIgnored: (reason: IgnoredReason) => void;
  /** Once, whatever happens; nothing comes after it. */
  readonly onEnd: (end: SessionEnd) => void;
}

/** A notification without data is half a kilobyte, one of a node that sends the whole account nonetheless 12. */
const MAX_MESSAGE_BYTES = 64 * 1024;
const CLOSE_TIMEOUT_MS = 500;
const NORMAL_CLOSURE = 1000;

/** One connection to one endpoint, from the handshake to its end. It never fails: it ends, with a reason. */
export class Session {
  readonly #events: SessionEvents;
  readonly #socket: WebSocket;
  readonly #subscriptions: SubscriptionTable;
  readonly #life: LifeSigns;
  #ended = false;
  #connected = false;
  #failure: SessionEnd | undefined;

  constructor(options: SessionOptions, events: SessionEvents) {
    this.#events = events;
    this.#subscriptions = new SubscriptionTable(options.requests);
    const socket = new WebSocket(options.url, { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
    this.#socket = socket;
    this.#life = new LifeSigns(options, { ping: () => socket.ping(), onDead: (reason) => this.#end({ reason }) });
    socket.on('open', () => {
      if (this.#ended) return;
      this.#connected = true;
      this.#life.connected();
      for (const text of this.#subscriptions.texts) socket.send(text);
    });
    socket.on('pong', () => this.#life.answered(this.#subscriptions.hasSlots));
    socket.on('message', (data) => {
      if (!this.#ended) this.#handle(textOf(data));
    });
    // Stays on: ending a connection that is still being made is an error to the library.
    socket.on('error', (error) => {
      this.#failure = { reason: this.#connected ? reasonOf(error) : 'connect_failed', detail: detailOf(error) };
    });
    socket.on('close', (code) => this.#end(this.#failure ?? { reason: 'closed', detail: `close code ${code}` }));
  }

  /** Ends the session; resolves when the connection is closed, or cut because the other side did not close it. */
  async stop(): Promise<void> {
    this.#end({ reason: 'stopped' });
    await closeSocket(this.#socket);
  }

  #end(how: SessionEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#life.stop();
    if (how.reason !== 'stopped') this.#socket.terminate();
    this.#events.onEnd(how);
  }

  #handle(text: string): void {
    const message = parseMessage(text);
    if (message === undefined) this.#events.onIgnored('malformed');
    else if (message.kind === 'subscribed') {
      if (this.#subscriptions.confirm(message.requestId, message.subscription)) this.#beginWhenComplete();
      else this.#events.onIgnored('malformed');
    } else if (message.kind === 'refused') {
      // Without slots, answers to pings are the heartbeat; without changes there is nothing to follow.
      const answered = this.#subscriptions.refuse(message.requestId);
      if (answered === 'slot') this.#beginWhenComplete();
      else if (answered === 'change') this.#end({ reason: 'refused', detail: `RPC error ${message.code}` });
      else this.#events.onIgnored('malformed');
    } else this.#notified(message);
  }

  #notified(message: Extract<SocketMessage, { readonly kind: 'slot' | 'change' }>): void {
    const request = this.#subscriptions.requestOf(message.subscription);
    const address = message.kind === 'change' ? (message.address ?? request?.address) : undefined;
    if (request?.kind !== message.kind || (message.kind === 'change' && address === undefined)) {
      this.#events.onIgnored('foreign_subscription');
      return;
    }
    this.#life.heard();
    if (address === undefined) this.#events.onSlot(message.slot);
    else this.#events.onChange(address, message.slot);
  }

  #beginWhenComplete(): void {
    if (!this.#subscriptions.complete) return;
    this.#life.subscribed();
    this.#events.onSubscribed();
  }
}

/** Asks the other side to close, and cuts the connection when it does not in time. */
async function closeSocket(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(NORMAL_CLOSURE);
  });
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8');
}

/** The library gives frames that break the protocol, or its size bound, codes of its own. */
function reasonOf(error: Error): SessionEndReason {
  return errorCode(error)?.startsWith('WS_ERR_') === true ? 'protocol_error' : 'closed';
}

function detailOf(error: Error): string {
  const status = /^Unexpected server response: (\d{3})$/.exec(error.message)?.[1];
  return status === undefined ? (errorCode(error) ?? error.name) : `HTTP ${status}`;
}
