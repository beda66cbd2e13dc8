import { decodeBase58, encodeBase58 } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import type { Commitment } from '../rpc/index.ts';

/** A subscription that a session asks for. */
export interface SubscriptionRequest {
  readonly kind: 'slot' | 'change';
  readonly method: string;
  readonly params: readonly unknown[];
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
    { kind: 'slot', method: 'slotSubscribe', params: [] },
    ...filterSets.map((filters): SubscriptionRequest => {
      const config = {
        commitment,
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
        filters: [...ofKind, ...filters],
      };
      return { kind: 'change', method: 'programSubscribe', params: [program, config] };
    }),
  ];
}

function memcmp(offset: number, bytes: Uint8Array) {
  return { memcmp: { offset, bytes: encodeBase58(bytes) } };
}
