import { errorCode } from '@tidemark/runtime';
import { type RawData, WebSocket } from 'ws';
import { LifeSigns, type LifeSignsOptions } from './life-signs.ts';
import { parseMessage, type SubscriptionRequest, SubscriptionTable } from './subscriptions.ts';

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

export interface Session {
  /** Ends the session; resolves when the connection is closed, or cut because the other side did not close it. */
  stop(): Promise<void>;
}

/** A notification without data is half a kilobyte, one of a node that sends the whole account nonetheless 12. */
const MAX_MESSAGE_BYTES = 64 * 1024;
const CLOSE_PATIENCE_MS = 500;
const NORMAL_CLOSURE = 1000;

/** One connection to one endpoint, from the handshake to its end. It never fails: it ends, with a reason. */
export function openSession(options: SessionOptions, events: SessionEvents): Session {
  const socket = new WebSocket(options.url, { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const subscriptions = new SubscriptionTable(options.requests);
  const life = new LifeSigns(options, { ping: () => socket.ping(), onDead: (reason) => end({ reason }) });
  const handle = createMessageHandler({ subscriptions, life, events, end });
  let ended = false;
  let connected = false;
  let failure: SessionEnd | undefined;

  function end(how: SessionEnd): void {
    if (ended) return;
    ended = true;
    life.stop();
    if (how.reason !== 'stopped') socket.terminate();
    events.onEnd(how);
  }

  socket.on('open', () => {
    if (ended) return;
    connected = true;
    life.connected();
    for (const text of subscriptions.texts) socket.send(text);
  });
  socket.on('pong', () => life.answered(subscriptions.tellsSlots));
  socket.on('message', (data) => {
    if (!ended) handle(textOf(data));
  });
  // Stays on: ending a connection that is still being made is an error to the library.
  socket.on('error', (error) => {
    failure = { reason: connected ? reasonOf(error) : 'connect_failed', detail: detailOf(error) };
  });
  socket.on('close', (code) => end(failure ?? { reason: 'closed', detail: `close code ${code}` }));

  return {
    async stop() {
      end({ reason: 'stopped' });
      await closeSocket(socket);
    },
  };
}

interface MessageHandlerDeps {
  readonly subscriptions: SubscriptionTable;
  readonly life: LifeSigns;
  readonly events: SessionEvents;
  readonly end: (how: SessionEnd) => void;
}

/** Takes the messages of a session, one after the other. */
function createMessageHandler({ subscriptions, life, events, end }: MessageHandlerDeps): (text: string) => void {
  const beginWhenComplete = (): void => {
    if (!subscriptions.complete) return;
    life.subscribed();
    events.onSubscribed();
  };
  return (text) => {
    const message = parseMessage(text);
    if (message === undefined) events.onIgnored('malformed');
    else if (message.kind === 'subscribed') {
      if (subscriptions.confirm(message.requestId, message.subscription)) beginWhenComplete();
      else events.onIgnored('malformed');
    } else if (message.kind === 'refused') {
      // Without slots, answers to pings are the sign of life; without changes there is nothing to follow.
      const answered = subscriptions.refuse(message.requestId);
      if (answered === 'slot') beginWhenComplete();
      else if (answered === 'change') end({ reason: 'refused', detail: `RPC error ${message.code}` });
      else events.onIgnored('malformed');
    } else if (subscriptions.kindOf(message.subscription) !== message.kind) {
      events.onIgnored('foreign_subscription');
    } else {
      life.heard();
      if (message.kind === 'slot') events.onSlot(message.slot);
      else events.onChange(message.address, message.slot);
    }
  };
}

/** Asks the other side to close, as long as it takes a polite one, and cuts the connection then. */
async function closeSocket(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS);
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
