import { decodeBase58, encodeBase58 } from '@tidemark/core';
import { KAMINO_LEND_PROGRAM_ADDRESS, RESERVE_ACCOUNT_SIZE, RESERVE_DISCRIMINATOR } from '@tidemark/protocols/kamino';
import { MARKET_OFFSET } from '../pipeline/find-accounts.ts';
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
export function subscriptionRequests(commitment: Commitment, markets: readonly string[]): SubscriptionRequest[] {
  const ofMarkets = markets.map((market) => memcmp(MARKET_OFFSET, decodeBase58(market)));
  const filterSets = ofMarkets.length === 0 ? [[]] : ofMarkets.map((filter) => [filter]);
  return [
    { kind: 'slot', method: 'slotSubscribe', params: [] },
    ...filterSets.map((filters): SubscriptionRequest => {
      const config = {
        commitment,
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
        filters: [{ dataSize: RESERVE_ACCOUNT_SIZE }, memcmp(0, RESERVE_DISCRIMINATOR), ...filters],
      };
      return { kind: 'change', method: 'programSubscribe', params: [KAMINO_LEND_PROGRAM_ADDRESS, config] };
    }),
  ];
}

function memcmp(offset: number, bytes: Uint8Array) {
  return { memcmp: { offset, bytes: encodeBase58(bytes) } };
}
