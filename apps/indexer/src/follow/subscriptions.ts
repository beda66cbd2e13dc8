import { decodeBase58, encodeBase58 } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import type { Commitment } from '../rpc/index.ts';

/** A subscription that a session requests. */
export interface SubscriptionRequest {
  readonly kind: 'slot' | 'change';
  readonly method: string;
  readonly params: readonly unknown[];
  /** The account that is meant, where notifications do not name it. */
  readonly address?: string;
}

const SLOTS: SubscriptionRequest = { kind: 'slot', method: 'slotSubscribe', params: [] };
/** Notifications without data: they say which account to read. */
const NO_DATA = { encoding: 'base64', dataSlice: { offset: 0, length: 0 } } as const;

/** Slots, as a sign of life, and single accounts. */
export function accountRequests(addresses: readonly string[], commitment: Commitment): SubscriptionRequest[] {
  const params = (address: string) => [address, { commitment, ...NO_DATA }];
  return [
    SLOTS,
    ...addresses.map(
      (address) => ({ kind: 'change', method: 'accountSubscribe', params: params(address), address }) as const,
    ),
  ];
}

/**
 * The subscriptions of a session: slots, as a sign of life, and the program's reserves, of the given markets only where there
 * are any. The notifications bring no data: they say which account to read.
 */
export function subscriptionRequests(
  { accounts: { reserve } }: Pick<Protocol, 'accounts'>,
  commitment: Commitment,
  markets: readonly string[],
): SubscriptionRequest[] {
  const { program, size, discriminator, marketOffset } = reserve;
  const ofKind = [{ dataSize: size }, ...(discriminator === null ? [] : [memcmp(0, discriminator)])];
  const ofMarkets = marketOffset === null ? [] : markets.map((market) => memcmp(marketOffset, decodeBase58(market)));
  const filterSets = ofMarkets.length === 0 ? [[]] : ofMarkets.map((filter) => [filter]);
  return [
    SLOTS,
    ...filterSets.map((filters): SubscriptionRequest => {
      const config = {
        commitment,
        ...NO_DATA,
        filters: [...ofKind, ...filters],
      };
      return { kind: 'change', method: 'programSubscribe', params: [program, config] };
    }),
  ];
}

function memcmp(offset: number, bytes: Uint8Array) {
  return { memcmp: { offset, bytes: encodeBase58(bytes) } };
}

/** Which request became which subscription. Request ids count from 1. */
export class SubscriptionTable {
  /** The requests as they are sent. */
  readonly texts: readonly string[];
  readonly #pending: Map<number, SubscriptionRequest>;
  readonly #confirmed = new Map<number, SubscriptionRequest>();

  constructor(requests: readonly SubscriptionRequest[]) {
    this.#pending = new Map(requests.map((request, index) => [index + 1, request]));
    this.texts = requests.map(({ method, params }, index) =>
      JSON.stringify({ jsonrpc: '2.0', id: index + 1, method, params }),
    );
  }

  /** Every request was answered. */
  get complete(): boolean {
    return this.#pending.size === 0;
  }

  get hasSlots(): boolean {
    return [...this.#confirmed.values()].some(({ kind }) => kind === 'slot');
  }

  /** False when the request is none of ours, or was answered before. */
  confirm(requestId: number, subscription: number): boolean {
    const request = this.#pending.get(requestId);
    if (request === undefined) return false;
    this.#pending.delete(requestId);
    this.#confirmed.set(subscription, request);
    return true;
  }

  /** The kind of the request that was refused; undefined when it is none of ours, or was answered before. */
  refuse(requestId: number): SubscriptionRequest['kind'] | undefined {
    const kind = this.#pending.get(requestId)?.kind;
    this.#pending.delete(requestId);
    return kind;
  }

  /** The request that became the subscription; undefined when it is none of ours. */
  requestOf(subscription: number): SubscriptionRequest | undefined {
    return this.#confirmed.get(subscription);
  }
}

/** What a node sends over the socket. Ids and slots are whole numbers. */
export type SocketMessage =
  | { readonly kind: 'subscribed'; readonly requestId: number; readonly subscription: number }
  | { readonly kind: 'refused'; readonly requestId: number; readonly code: number }
  | { readonly kind: 'slot'; readonly subscription: number; readonly slot: bigint }
  | {
      readonly kind: 'change';
      readonly subscription: number;
      readonly slot: bigint;
      /** Null where the subscription is of one account: the request says which. */
      readonly address: string | null;
    };

/**
 * Reads one message. Undefined when it is none of the above: whatever a node sends beyond what was asked for is not believed
 * and does no harm. The account itself is not read; it is asked for in the batch.
 */
export function parseMessage(text: string): SocketMessage | undefined {
  const message = parseObject(text);
  if (message === undefined) return undefined;
  return 'method' in message ? readNotification(message) : readAnswer(message);
}

type Fields = Readonly<Record<string, unknown>>;

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return asFields(value);
  } catch {
    return undefined;
  }
}

function readAnswer({ id, result, error }: Fields): SocketMessage | undefined {
  if (!isWhole(id)) return undefined;
  const failure = asFields(error);
  if (failure !== undefined) {
    const { code } = failure;
    return { kind: 'refused', requestId: id, code: typeof code === 'number' ? code : 0 };
  }
  return isWhole(result) ? { kind: 'subscribed', requestId: id, subscription: result } : undefined;
}

function readNotification({ method, params }: Fields): SocketMessage | undefined {
  const { subscription, result } = asFields(params) ?? {};
  const fields = asFields(result);
  if (!isWhole(subscription) || fields === undefined) return undefined;
  if (method === 'slotNotification') {
    return isWhole(fields['slot']) ? { kind: 'slot', subscription, slot: BigInt(fields['slot']) } : undefined;
  }
  const slot = asFields(fields['context'])?.['slot'];
  if (!isWhole(slot)) return undefined;
  const change = { kind: 'change', subscription, slot: BigInt(slot) } as const;
  if (method === 'accountNotification') return { ...change, address: null };
  const address = asFields(fields['value'])?.['pubkey'];
  return method === 'programNotification' && typeof address === 'string' ? { ...change, address } : undefined;
}

function asFields(value: unknown): Fields | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of JSON has text keys and unknown values
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
