import {
  type StreamedPrice,
  type StreamedReserve,
  type StreamHeartbeat,
  type StreamNotice,
  toNumberFields,
} from '@tidemark/contract';
import { unixSecondsOf } from '@tidemark/core';
import type { StreamPrice, StreamState } from '@tidemark/schema';
import { ApiError } from '../../http/exchange.ts';
import { toPrice } from '../prices/rows.ts';

/** Why a stream ends that the client did not end. */
export type StreamEnd = 'slow_consumer' | 'max_age' | 'shutdown';

/** Texts to send, and the commit up to which they tell everything. */
export interface QueuedEvents {
  readonly text: string;
  readonly commitSeq: bigint;
}

/**
 * Texts that wait for a client, up to a bound: a client that cannot keep up resumes from the database, and never from the
 * memory of this process.
 */
export class EventQueue {
  readonly #maxBytes: number;
  #texts: string[] = [];
  #bytes = 0;
  #place: bigint | null = null;
  #ended: StreamEnd | null = null;
  #wake = (): void => {};

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False when the text did not fit, or the queue has ended. An empty text only moves the place on. */
  push({ text, commitSeq }: QueuedEvents): boolean {
    if (this.#ended !== null) return false;
    const length = Buffer.byteLength(text);
    if (this.#bytes + length > this.#maxBytes) return false;
    this.#bytes += length;
    this.#place = commitSeq;
    if (text === '') return true;
    this.#texts.push(text);
    this.#wake();
    return true;
  }

  /** Throws away what waits. */
  clear(): void {
    this.#texts = [];
    this.#bytes = 0;
    this.#place = null;
  }

  end(reason: StreamEnd): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#wake();
  }

  hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** What waits; null after `waitMs` without anything; or why it is over. Returns at once when the signal is aborted. */
  async take(waitMs: number, signal: AbortSignal): Promise<QueuedEvents | null | { readonly ended: StreamEnd }> {
    if (this.#ended === null && this.#texts.length === 0) {
      await waitUntil(waitMs, signal, (wake) => {
        this.#wake = wake;
      });
    }
    return this.#takeNow() ?? (this.#ended === null ? null : { ended: this.#ended });
  }

  #takeNow(): QueuedEvents | null {
    if (this.#place === null) return null;
    const taken = { text: this.#texts.join(''), commitSeq: this.#place };
    this.clear();
    return taken;
  }
}

function waitUntil(waitMs: number, signal: AbortSignal, arm: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal.aborted ? 0 : waitMs);
    signal.addEventListener('abort', done, { once: true });
    arm(done);
  });
}

/** A place in the stream: everything up to and with `position` of that commit has been sent; null = all of the commit. */
export interface StreamCursor {
  readonly commitSeq: bigint;
  readonly position: number | null;
}

const CURSOR = /^(\d{1,18})(?:\.(\d{1,4}))?$/;

/** The id of an event. */
export function encodeStreamCursor({ commitSeq, position }: StreamCursor): string {
  return position === null ? String(commitSeq) : `${commitSeq}.${position}`;
}

/** Throws INVALID_CURSOR for everything that is not the id of an event. */
export function decodeStreamCursor(text: string): StreamCursor {
  const match = CURSOR.exec(text);
  if (match === null) throw new ApiError('INVALID_CURSOR', { detail: 'The last event id is not the id of an event.' });
  const position = match[2];
  return { commitSeq: BigInt(match[1] ?? '0'), position: position === undefined ? null : Number(position) };
}

/** One server-sent event as text. JSON holds no line break, so it is one data line. */
export function eventText(event: {
  readonly id?: string;
  readonly name: 'reserve' | 'price' | 'heartbeat' | 'gap' | 'end';
  readonly data: StreamedReserve | StreamedPrice | StreamHeartbeat | StreamNotice;
}): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return `${id}event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** The data of a `reserve` event. */
export function toStreamedReserve(state: StreamState): StreamedReserve {
  return {
    timestamp: unixSecondsOf(state.observedAt),
    slot: Number(state.slot),
    protocol: state.protocol,
    lending_market: state.lendingMarket,
    lending_market_name: state.lendingMarketName,
    listed_b: state.listed,
    reserve: state.reserve,
    token_address: state.tokenMint,
    token_symbol: state.tokenSymbol,
    last_update_slot: Number(state.lastUpdateSlot),
    ...toNumberFields(state),
    supply_apy_total_f: state.supplyApyTotalF,
    snapshot_reason_str: state.reason,
    account_sha256: state.accountSha256,
  };
}

/** The data of a `price` event. */
export function toStreamedPrice(price: StreamPrice): StreamedPrice {
  return { ...toPrice(price), snapshot_reason_str: price.reason };
}
