import type { StreamHeartbeat, StreamNotice } from '@tidemark/contract';
import type { StreamCommit, StreamPrice, StreamState } from '@tidemark/schema';
import { ApiError } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import {
  encodeStreamCursor,
  EventQueue,
  eventText,
  type QueuedEvents,
  type StreamCursor,
  toStreamedPrice,
  toStreamedReserve,
} from './events.ts';
import type { StreamHub, Subscription } from './hub.ts';

export interface StreamSettings {
  readonly heartbeatMs: number;
  readonly maxAgeMs: number;
  /** What may wait in memory for one client. */
  readonly maxQueuedBytes: number;
  /** How long a client that was cut off gets to take the event that says so. */
  readonly cutOffGraceMs: number;
}

/** What of a commit a stream tells. */
export interface StreamFilter {
  readonly state: (state: StreamState) => boolean;
  readonly price: (price: StreamPrice) => boolean;
}

export interface OpenStreamOptions {
  readonly hub: Pick<StreamHub, 'load' | 'subscribe'>;
  /** What is read to catch up takes turns with other long answers. */
  readonly gate: Gate;
  readonly settings: StreamSettings;
  /** Null: from now on. */
  readonly cursor: StreamCursor | null;
  readonly wants: StreamFilter;
  /** The newest bank that is served, for heartbeats. */
  readonly newest: () => Omit<StreamHeartbeat, 'last_event_id'>;
  /** Closes the connection of a client that does not even take the notice of its end. */
  readonly destroy: () => void;
  readonly signal: AbortSignal;
}

/** Batches that are read at once to catch up. */
const COMMITS_PER_PAGE = 50;
/** Milliseconds that a client is told to wait before it connects again. */
const RETRY_LINE = 'retry: 2000\n\n';

/**
 * The texts of one stream: a heartbeat at once, what came after the cursor, then what comes, and at the end why it ends.
 * Resolves when the stream is open; throws OVERLOADED when there are too many, and what the database throws.
 */
export async function openStream(options: OpenStreamOptions): Promise<AsyncIterable<string>> {
  const { hub, settings, signal, wants } = options;
  const queue = new EventQueue(settings.maxQueuedBytes);
  const catchUp = { underWay: true, missed: false };
  const subscription = await hub.subscribe({
    push: (commit) => {
      if (catchUp.missed || queue.push(toQueued(commit, wants))) return;
      // A client that catches up is not slow: what does not fit is read again when it has come that far.
      if (catchUp.underWay) catchUp.missed = true;
      else cutOff();
    },
    close: () => queue.end('shutdown'),
  });
  if (subscription === undefined) throw new ApiError('OVERLOADED', { headers: { 'Retry-After': '10' } });
  let cut: NodeJS.Timeout | undefined;
  const cutOff = (): void => {
    subscription.end();
    queue.clear();
    queue.end('slow_consumer');
    cut = setTimeout(options.destroy, settings.cutOffGraceMs).unref();
  };
  const age = setTimeout(() => queue.end('max_age'), settings.maxAgeMs);
  age.unref();
  const leave = (): void => {
    clearTimeout(age);
    // A client that took the notice may be served something else over the connection by now.
    clearTimeout(cut);
    subscription.end();
  };
  // Also for a stream that is never read.
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return texts(options, { queue, subscription, catchUp });
}

/** A stream between its subscription and its client. */
interface OpenStream {
  readonly queue: EventQueue;
  readonly subscription: Subscription;
  readonly catchUp: { underWay: boolean; missed: boolean };
}

async function* texts(options: OpenStreamOptions, stream: OpenStream): AsyncGenerator<string> {
  const { cursor, signal } = options;
  const { queue, subscription, catchUp } = stream;
  const lost = findLoss(cursor, subscription);
  let told: StreamCursor = cursor === null || lost !== null ? whole(subscription.from) : cursor;
  yield `${RETRY_LINE}${lost === null ? '' : lossText(lost, told)}${heartbeatText(told, options)}`;
  let until = subscription.from;
  for (;;) {
    const reached = yield* replay(options, queue, { from: told, until });
    if (signal.aborted) return;
    if (queue.hasEnded()) {
      // What waits lies beyond what was not read any more: the client resumes from the id of its last event.
      queue.clear();
      told = reached;
      break;
    }
    told = whole(until > told.commitSeq ? until : told.commitSeq);
    if (!catchUp.missed) break;
    // From here to the end of the function's turn nothing is pushed, so the queue begins where the next replay ends.
    queue.clear();
    catchUp.missed = false;
    until = subscription.position();
  }
  catchUp.underWay = false;
  yield* live(options, queue, told);
}

/**
 * What is stored after a place, up to and with a commit, a commit at a time. Ends early when the stream has ended. Returns the
 * place that was reached.
 */
async function* replay(
  { hub, gate, wants, signal }: OpenStreamOptions,
  queue: EventQueue,
  { from, until }: { readonly from: StreamCursor; readonly until: bigint },
): AsyncGenerator<string, StreamCursor> {
  let { commitSeq, position } = from;
  const isOver = (): boolean => signal.aborted || queue.hasEnded();
  while ((commitSeq < until || position !== null) && !isOver()) {
    // The commit of a cursor that stands within it is read again for the rest of it.
    const after = position === null ? commitSeq : commitSeq - 1n;
    // As the pages of an export: many clients that come back at once read a few at a time.
    const page = await gate.goOn(() => (isOver() ? Promise.resolve([]) : hub.load(after, COMMITS_PER_PAGE)), signal);
    // Purged since the bounds were read: what is left comes with the next commits.
    if (page.length === 0) break;
    const begun = { commitSeq, position };
    const isTold = (commit: StreamCommit, { position: place }: StreamState | StreamPrice): boolean =>
      commit.commitSeq === begun.commitSeq && begun.position !== null && place <= begun.position;
    for (const commit of page) {
      // What lies beyond waits in the queue already.
      if (commit.commitSeq > until || isOver()) return { commitSeq, position };
      const { text } = toQueued(commit, {
        state: (state) => wants.state(state) && !isTold(commit, state),
        price: (price) => wants.price(price) && !isTold(commit, price),
      });
      if (text !== '') yield text;
      ({ commitSeq, position } = whole(commit.commitSeq));
    }
  }
  return { commitSeq, position };
}

async function* live(options: OpenStreamOptions, queue: EventQueue, from: StreamCursor): AsyncGenerator<string> {
  const { settings, signal } = options;
  let told = from;
  let beatAt = performance.now() + settings.heartbeatMs;
  while (!signal.aborted) {
    const news = await queue.take(Math.max(0, beatAt - performance.now()), signal);
    if (news !== null && 'ended' in news) {
      const notice = { notice_reason_str: news.ended, last_event_id: encodeStreamCursor(told) } satisfies StreamNotice;
      yield eventText({ name: 'end', data: notice });
      return;
    }
    if (news !== null) {
      told = whole(news.commitSeq);
      if (news.text !== '') yield news.text;
    }
    if (performance.now() >= beatAt) {
      yield heartbeatText(told, options);
      beatAt = performance.now() + settings.heartbeatMs;
    }
  }
}

/** The place after a whole commit. */
function whole(commitSeq: bigint): StreamCursor {
  return { commitSeq, position: null };
}

function toQueued({ commitSeq, states, prices }: StreamCommit, wants: StreamFilter): QueuedEvents {
  const idOf = ({ position }: StreamState | StreamPrice) => encodeStreamCursor({ commitSeq, position });
  const events = [
    ...states
      .filter(wants.state)
      .map((state) => eventText({ id: idOf(state), name: 'reserve', data: toStreamedReserve(state) })),
    ...prices
      .filter(wants.price)
      .map((price) => eventText({ id: idOf(price), name: 'price', data: toStreamedPrice(price) })),
  ];
  return { text: events.join(''), commitSeq };
}

/** Why a stream cannot go on at the cursor: what came after it is not stored any more, or it is of another database. */
function findLoss(
  cursor: StreamCursor | null,
  { from, oldest }: Subscription,
): 'cursor_too_old' | 'cursor_unknown' | null {
  if (cursor === null) return null;
  if (cursor.commitSeq > from) return 'cursor_unknown';
  const needed = cursor.position === null ? cursor.commitSeq + 1n : cursor.commitSeq;
  return oldest !== null && needed < oldest ? 'cursor_too_old' : null;
}

function lossText(reason: StreamNotice['notice_reason_str'], told: StreamCursor): string {
  return eventText({ name: 'gap', data: { notice_reason_str: reason, last_event_id: encodeStreamCursor(told) } });
}

function heartbeatText(told: StreamCursor, { newest }: OpenStreamOptions): string {
  const id = encodeStreamCursor(told);
  return eventText({ id, name: 'heartbeat', data: { ...newest(), last_event_id: id } });
}
