import { DEFAULT_RULES } from '@tidemark/liquidity';
import { PROTOCOLS } from '@tidemark/protocols';
import type { IndexerConfig } from '../src/config.ts';
import { MARKET } from './test-chain.ts';

/** A configuration for tests: quick polls, no waiting, any free port. */
export function testConfig(
  overrides: Partial<IndexerConfig> & Pick<IndexerConfig, 'databaseUrl' | 'rpcUrls'>,
): IndexerConfig {
  return {
    maintenanceDatabaseUrl: overrides.databaseUrl,
    readerMaxSessionMs: 0,
    readerMaxTransactionMs: 0,
    redisUrl: null,
    queuePrefix: 'tidemark-test',
    commitment: 'confirmed',
    clockToleranceMs: 120_000,
    rpcTimeoutMs: 60_000,
    rpcMaxRetries: 1,
    rpcMaxAccounts: 100,
    rpcRequestsPerSecond: 1_000,
    pollIntervalMs: 250,
    discoverIntervalMs: 3_600_000,
    heartbeatMs: 600_000,
    gapAfterMs: 30_000,
    rollupIntervalMs: 60_000,
    priceIntervalMs: 0,
    liquidity: {
      intervalMs: 0,
      searchIntervalMs: 3_600_000,
      callsPerMinute: 60_000,
      pools: [],
      smallPoolRuns: 1,
      followPools: 0,
      followMinIntervalMs: 5_000,
      rules: DEFAULT_RULES,
    },
    httpPrices: { sources: new Map(), intervalMs: 60_000, timeoutMs: 10_000, requestsPerMinute: 6_000 },
    priceRetentionMonths: 0,
    pollBatchRetentionDays: 30,
    auditIntervalMs: 60_000,
    auditRetentionDays: 30,
    batchConcurrency: 3,
    follow: null,
    protocols: PROTOCOLS,
    arithmetics: {},
    markets: [],
    // That of the test chain: what is not listed sets no verdict.
    listedMarkets: [MARKET],
    reserves: [],
    slotDurationMs: null,
    localnetHistoryDays: 0,
    opsHost: '127.0.0.1',
    opsPort: 0,
    startTimeoutMs: 60_000,
    watchdogProgressMs: 0,
    ...overrides,
  };
}
