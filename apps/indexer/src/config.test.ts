import { DEFAULT_RULES } from '@tidemark/liquidity';
import { kamino, PROTOCOLS } from '@tidemark/protocols';
import { EnvError } from '@tidemark/runtime';
import { describe, expect, it } from 'vitest';
import { followOf, isListedBy, parseIndexerEnv } from './config.ts';

const needed = { DATABASE_URL: 'postgres://user:pass@host/db', SOLANA_RPC_URL: 'http://127.0.0.1:8899' };
const MARKET = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';
/** Of no registry. */
const OWN_MARKET = '11111111111111111111111111111112';
const OTHER_MARKET = 'DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek';

function problemsOf(source: Record<string, string>): Record<string, string> {
  try {
    parseIndexerEnv(source);
  } catch (error) {
    if (error instanceof EnvError)
      return Object.fromEntries(error.problems.map(({ name, message }) => [name, message]));
    throw error;
  }
  return {};
}

describe('the environment of the indexer', () => {
  it('refuses the commitment processed in one line that says why', () => {
    expect(problemsOf({ ...needed, SOLANA_COMMITMENT: 'processed' })).toEqual({
      SOLANA_COMMITMENT: expect.stringMatching(
        /^[^\n]*confirmed, finalized \(below confirmed a slot may have several banks\)[^\n]*$/,
      ),
    });
  });

  it('needs a database and an RPC endpoint, and has defaults for the rest', () => {
    expect(parseIndexerEnv(needed)).toEqual({
      logLevel: 'info',
      shutdownDeadlineMs: 25_000,
      config: {
        databaseUrl: needed.DATABASE_URL,
        maintenanceDatabaseUrl: needed.DATABASE_URL,
        readerMaxSessionMs: 28_800_000,
        readerMaxTransactionMs: 600_000,
        redisUrl: null,
        queuePrefix: 'tidemark',
        rpcUrls: [needed.SOLANA_RPC_URL],
        commitment: 'confirmed',
        clockToleranceMs: 120_000,
        rpcTimeoutMs: 10_000,
        rpcMaxAccounts: 100,
        rpcMaxRetries: 4,
        rpcRequestsPerSecond: 10,
        pollIntervalMs: 5_000,
        priceIntervalMs: 5_000,
        httpPrices: { sources: new Map(), intervalMs: 60_000, timeoutMs: 10_000, requestsPerMinute: 30 },
        liquidity: {
          intervalMs: 300_000,
          searchIntervalMs: 86_400_000,
          callsPerMinute: 30,
          pools: [],
          smallPoolRuns: 3,
          followPools: 0,
          followMinIntervalMs: 30_000,
          rules: DEFAULT_RULES,
        },
        priceRetentionMonths: 0,
        discoverIntervalMs: 600_000,
        heartbeatMs: 600_000,
        gapAfterMs: 30_000,
        rollupIntervalMs: 60_000,
        pollBatchRetentionDays: 30,
        auditIntervalMs: 60_000,
        auditRetentionDays: 30,
        batchConcurrency: 3,
        follow: null,
        protocols: PROTOCOLS,
        arithmetics: {},
        markets: [],
        listedMarkets: [],
        localnetHistoryDays: 0,
        reserves: [],
        slotDurationMs: null,
        opsHost: '127.0.0.1',
        opsPort: 9_101,
        startTimeoutMs: 60_000,
        watchdogProgressMs: 180_000,
      },
    });
  });

  it('takes the rules by which pools count, and refuses a US dollar that is no address', () => {
    const { rules, callsPerMinute } = parseIndexerEnv({
      ...needed,
      SOLANA_RPC_URL: 'http://127.0.0.1:8899,http://127.0.0.1:8898',
      LIQUIDITY_CALLS_PER_MINUTE: '7',
      LIQUIDITY_DUST_USD: '5',
      LIQUIDITY_MAX_PRICE_GAP_BPS: '50',
      LIQUIDITY_MAX_IDLE_SECONDS: '3600',
      LIQUIDITY_USD_MINTS: MARKET,
    }).config.liquidity;
    expect({ ...rules, callsPerMinute }).toEqual({
      callsPerMinute: 7,
      dustUsd: 5,
      maxPriceGapBps: 50,
      maxIdleSeconds: 3_600,
      solMint: DEFAULT_RULES.solMint,
      usdMints: new Set([MARKET]),
    });
    const pools = parseIndexerEnv({ ...needed, LIQUIDITY_POOLS: `${MARKET}, ${OTHER_MARKET},${MARKET}` }).config;
    expect(pools.liquidity.pools).toEqual([MARKET, OTHER_MARKET]);
    expect(problemsOf({ ...needed, LIQUIDITY_POOLS: `${MARKET},pool` })).toEqual({
      LIQUIDITY_POOLS: '"pool" is not a base58 address',
    });
    expect(problemsOf({ ...needed, LIQUIDITY_FOLLOW_POOLS: '20' })).toEqual({
      LIQUIDITY_FOLLOW_POOLS: 'needs SOLANA_WS_URL',
    });
    expect(problemsOf({ ...needed, LIQUIDITY_FOLLOW_POOLS: '20', SOLANA_WS_URL: 'auto' })).toEqual({});
    expect(problemsOf({ ...needed, LIQUIDITY_USD_MINTS: 'dollar' })).toEqual({
      LIQUIDITY_USD_MINTS: '"dollar" is not a base58 address',
    });
  });

  it('takes markets and reserves by protocol, versions of the arithmetic, and the names of before', () => {
    const read = (source: Record<string, string>) => parseIndexerEnv({ ...needed, ...source }).config;
    const config = read({ MARKETS: `kamino:${MARKET},${OTHER_MARKET}`, ARITHMETICS: 'kamino=before-1.17' });
    expect(followOf(config, { name: 'kamino' })).toEqual({ markets: [MARKET, OTHER_MARKET], reserves: [] });
    expect(followOf(config, { name: 'another' })).toEqual({ markets: [], reserves: [] });
    const [before, after] = [read({}), read({ LISTED_MARKETS: OWN_MARKET })].map((own) => isListedBy(own, kamino));
    expect([before?.(MARKET), before?.(OWN_MARKET), after?.(MARKET), after?.(OWN_MARKET)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(config.arithmetics).toEqual({ kamino: 'before-1.17' });
    expect(read({ KLEND_ACCRUAL_VARIANT: 'before-1.17' }).arithmetics).toEqual(config.arithmetics);
    expect(read({ KLEND_MARKETS: OTHER_MARKET, MARKETS: MARKET }).markets).toEqual([MARKET]);
    expect(Object.keys(problemsOf({ ...needed, KLEND_ACCRUAL_VARIANT: 'before-1.0' }))).toEqual(['ARITHMETICS']);
    expect(read({ PROTOCOLS: 'kamino' }).protocols.map(({ name }) => name)).toEqual(['kamino']);
    const wrong = { PROTOCOLS: 'nobody', MARKETS: `nobody:${MARKET}`, ARITHMETICS: 'kamino=before-1.0' };
    expect(Object.keys(problemsOf({ ...needed, ...wrong })).toSorted()).toEqual([
      'ARITHMETICS',
      'MARKETS',
      'PROTOCOLS',
    ]);
  });

  it('takes lists of endpoints, markets and reserves', () => {
    const { config } = parseIndexerEnv({
      ...needed,
      SOLANA_RPC_URL: 'https://one.example/key, https://two.example',
      KLEND_MARKETS: MARKET,
      KLEND_RESERVES: ` ${MARKET},${MARKET}`,
      REDIS_URL: 'redis://127.0.0.1:6379',
      SLOT_DURATION_MS: '412.5',
    });
    expect(config).toMatchObject({
      rpcUrls: ['https://one.example/key', 'https://two.example'],
      markets: [`kamino:${MARKET}`],
      reserves: [`kamino:${MARKET}`, `kamino:${MARKET}`],
      redisUrl: 'redis://127.0.0.1:6379',
      slotDurationMs: 412.5,
    });
  });

  it('takes three polls, and at least half a minute, for a gap unless it is told otherwise', () => {
    const gapOf = (source: Record<string, string>) => parseIndexerEnv({ ...needed, ...source }).config.gapAfterMs;
    expect(gapOf({ POLL_INTERVAL_MS: '1000' })).toBe(30_000);
    expect(gapOf({ POLL_INTERVAL_MS: '20000' })).toBe(60_000);
    expect(gapOf({ POLL_INTERVAL_MS: '20000', GAP_AFTER_MS: '20000' })).toBe(20_000);
    expect(problemsOf({ ...needed, POLL_INTERVAL_MS: '20000', GAP_AFTER_MS: '19999' })).toEqual({
      GAP_AFTER_MS: '19999 is less than POLL_INTERVAL_MS, 20000',
    });
  });

  it('follows by notifications where a WebSocket endpoint is named or to be derived', () => {
    const followingOf = (source: Record<string, string>) => parseIndexerEnv({ ...needed, ...source }).config.follow;
    expect(followingOf({ SOLANA_WS_URL: 'auto' })).toEqual({
      wsUrls: ['ws://127.0.0.1:8900/'],
      debounceMs: 10,
      minIntervalMs: 100,
      silenceMs: 15_000,
    });
    expect(
      followingOf({ SOLANA_WS_URL: 'wss://one.example/key, ws://two:1', FOLLOW_MIN_INTERVAL_MS: '0' }),
    ).toMatchObject({
      wsUrls: ['wss://one.example/key', 'ws://two:1'],
      minIntervalMs: 0,
    });
    expect(problemsOf({ ...needed, SOLANA_WS_URL: 'wss://one.example,https://two.example/secret' })).toEqual({
      SOLANA_WS_URL: 'entry 2 is no URL with ws:// or wss://',
    });
  });

  it('reports every problem at once and shows no secret', () => {
    const secret = '4f1c0ffee5eed7a1b2c3d4';
    const problems = problemsOf({
      DATABASE_URL: `mysql://root:${secret}@host/db`,
      SOLANA_RPC_URL: `ftp://host/${secret}`,
      POLL_INTERVAL_MS: 'soon',
      SOLANA_COMMITMENT: 'maybe',
      KLEND_MARKETS: 'not an address',
      SLOT_DURATION_MS: '5',
      KLEND_ACCRUAL_VARIANT: 'before-1.0',
    });
    expect(Object.keys(problems).toSorted()).toEqual([
      'ARITHMETICS',
      'DATABASE_URL',
      'MARKETS',
      'POLL_INTERVAL_MS',
      'SLOT_DURATION_MS',
      'SOLANA_COMMITMENT',
      'SOLANA_RPC_URL',
    ]);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });
});
