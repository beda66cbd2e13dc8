import type { PriceAggregateInput, PriceBatch, PriceObservationInput } from '../../src/prices/write-price-batch.ts';

const START = Date.UTC(2026, 5, 15, 12);
export const at = (seconds: number) => new Date(START + seconds * 1000);
export const MINT = 'MintA';

export const observation = (
  price: string | null,
  more: Partial<PriceObservationInput> = {},
): PriceObservationInput => ({
  tokenMint: MINT,
  feed: 'scope:1',
  source: 'scope',
  account: 'account',
  price,
  confidence: null,
  average: null,
  publishedAt: at(0),
  verification: null,
  problem: price === null ? 'empty' : null,
  legs: null,
  roots: ['pyth:1'],
  ...more,
});
export const aggregate = (price: string | null, more: Partial<PriceAggregateInput> = {}): PriceAggregateInput => ({
  tokenMint: MINT,
  tokenSymbol: 'AAA',
  status: price === null ? 'missing' : 'single_source',
  price,
  publishedAt: at(0),
  sources: 1,
  used: price === null ? 0 : 1,
  spreadBps: null,
  confidence: null,
  method: 'price-1.1',
  reservesOnly: false,
  ...more,
});
export const batch = (seconds: number, price: string | null, more: Partial<PriceBatch> = {}): PriceBatch => ({
  id: `prices-${seconds}`,
  sourceGroup: 'chain',
  mints: [MINT],
  slot: BigInt(1_000 + seconds),
  observedAt: at(seconds),
  startedAt: at(seconds),
  durationMs: 5,
  endpoint: 'node:1',
  gapAfterMs: 30_000,
  heartbeatMs: 600_000,
  observations: [observation(price)],
  verdicts: [
    { tokenMint: MINT, feed: 'scope:1', unusedReason: price === null ? 'empty' : null, weight: 3, deviationBps: 0 },
  ],
  aggregates: [aggregate(price)],
  missing: 0,
  quarantined: [],
  ...more,
});
