import { isAddress } from '@tidemark/core';
import { type Protocol, PROTOCOL_NAMES, PROTOCOLS, protocolOf } from '@tidemark/protocols';
import { STORY } from '@tidemark/protocols/localnet';
import { type EnvProblem, type EnvRule, type EnvSource, envFields, loadEnvOrExit, parseEnv } from '@tidemark/runtime';
import { z } from 'zod';
import {
  LIQUIDITY_ENV,
  poolsNeedSockets,
  readLiquidityConfig,
  liquidityAddresses,
} from './liquidity/liquidity-config.ts';
import { readHttpPriceConfig } from './prices/http/http-prices.ts';
import { type FollowConfig, resolveWsUrls } from './follow/follow-config.ts';
import { MAX_ACCOUNTS_PER_CALL } from './rpc/index.ts';

/** Slot durations that a Solana cluster can have; beyond them a setting or a measurement is a mistake. */
export const SLOT_DURATION_RANGE_MS = { min: 50, max: 2_000 } as const;

const schema = z.object({
  LOG_LEVEL: envFields.logLevel().default('info'),
  DATABASE_URL: envFields.postgresUrl(),
  MAINTENANCE_DATABASE_URL: envFields.postgresUrl().optional(),
  REDIS_URL: envFields.url(['redis', 'rediss']).optional(),
  QUEUE_PREFIX: envFields.text('a name for the queue keys').default('tidemark'),
  SOLANA_RPC_URL: envFields.urlList(['http', 'https']),
  SOLANA_COMMITMENT: envFields
    .oneOf(['confirmed', 'finalized'], 'below confirmed a slot may have several banks')
    .default('confirmed'),
  CLOCK_TOLERANCE_MS: envFields.milliseconds({ min: 1_000, max: 86_400_000 }).default(120_000),
  RPC_TIMEOUT_MS: envFields.milliseconds({ min: 100, max: 120_000 }).default(10_000),
  RPC_MAX_RETRIES: envFields.integer({ min: 0, max: 20 }).default(4),
  RPC_MAX_ACCOUNTS: envFields.integer({ min: 2, max: MAX_ACCOUNTS_PER_CALL }).default(MAX_ACCOUNTS_PER_CALL),
  RPC_REQUESTS_PER_SECOND: envFields.number({ min: 0.1, max: 10_000 }).default(10),
  POLL_INTERVAL_MS: envFields.milliseconds({ min: 100, max: 3_600_000 }).default(5_000),
  DISCOVER_INTERVAL_MS: envFields.milliseconds({ min: 1_000, max: 86_400_000 }).default(600_000),
  HEARTBEAT_MS: envFields.milliseconds({ min: 1_000, max: 86_400_000 }).default(600_000),
  GAP_AFTER_MS: envFields.milliseconds({ min: 1_000, max: 86_400_000 }).optional(),
  ROLLUP_INTERVAL_MS: envFields.milliseconds({ min: 1_000, max: 3_600_000 }).default(60_000),
  PRICE_INTERVAL_MS: envFields.milliseconds({ min: 0, max: 900_000 }).default(5_000),
  PRICE_HTTP_INTERVAL_MS: envFields.milliseconds({ min: 1_000, max: 3_600_000 }).default(60_000),
  PRICE_HTTP_TIMEOUT_MS: envFields.milliseconds({ min: 100, max: 60_000 }).default(10_000),
  PRICE_HTTP_REQUESTS_PER_MINUTE: envFields.integer({ min: 1, max: 6_000 }).default(30),
  HERMES_API_KEY: envFields.text('an API key of Pyth Hermes').optional(),
  HERMES_URL: envFields.url(['http', 'https']).optional(),
  JUPITER_API_KEY: envFields.text('an API key of Jupiter').optional(),
  JUPITER_URL: envFields.url(['http', 'https']).optional(),
  COINGECKO_API_KEY: envFields.text('an API key of CoinGecko').optional(),
  COINGECKO_URL: envFields.url(['http', 'https']).optional(),
  DEFILLAMA_URL: envFields.url(['http', 'https']).optional(),
  ...LIQUIDITY_ENV,
  PRICE_RETENTION_MONTHS: envFields.integer({ min: 0, max: 1_200 }).default(0),
  POLL_BATCH_RETENTION_DAYS: envFields.integer({ min: 0, max: 3_650 }).default(30),
  AUDIT_INTERVAL_MS: envFields.milliseconds({ min: 1_000, max: 3_600_000 }).default(60_000),
  AUDIT_RETENTION_DAYS: envFields.integer({ min: 0, max: 3_650 }).default(30),
  READER_MAX_SESSION_MS: envFields.milliseconds({ min: 0, max: 2_592_000_000 }).default(28_800_000),
  READER_MAX_TRANSACTION_MS: envFields.milliseconds({ min: 0, max: 86_400_000 }).default(600_000),
  BATCH_CONCURRENCY: envFields.integer({ min: 1, max: 64 }).default(3),
  SOLANA_WS_URL: envFields.commaList('URLs with ws:// or wss://, or the word auto').optional(),
  FOLLOW_DEBOUNCE_MS: envFields.milliseconds({ min: 0, max: 10_000 }).default(10),
  FOLLOW_MIN_INTERVAL_MS: envFields.milliseconds({ min: 0, max: 60_000 }).default(100),
  FOLLOW_SILENCE_MS: envFields.milliseconds({ min: 1_000, max: 600_000 }).default(15_000),
  PROTOCOLS: envFields.commaList('names of protocols').default([...PROTOCOL_NAMES]),
  ARITHMETICS: envFields.commaList('protocol=version').optional(),
  MARKETS: envFields.commaList('lending market addresses').optional(),
  LISTED_MARKETS: envFields.commaList('lending market addresses').default([]),
  RESERVES: envFields.commaList('reserve addresses').optional(),
  SLOT_DURATION_MS: envFields.number(SLOT_DURATION_RANGE_MS).optional(),
  INDEXER_HOST: envFields.text('a host name or address').default('127.0.0.1'),
  INDEXER_PORT: envFields.port().default(9_101),
  LOCALNET_HISTORY: envFields.integer({ min: 0, max: STORY.days }).default(0),
  START_TIMEOUT_MS: envFields.milliseconds({ min: 1_000, max: 600_000 }).default(60_000),
  SHUTDOWN_DEADLINE_MS: envFields.milliseconds({ min: 1_000, max: 600_000 }).default(25_000),
  WATCHDOG_PROGRESS_MS: envFields.milliseconds({ min: 0, max: 86_400_000 }).default(180_000),
});

type Env = z.output<typeof schema>;

/** What settings of the calls are where they are left out, by their names. */
export const DEFAULT_CADENCE = schema
  .pick({ RPC_MAX_ACCOUNTS: true, RPC_REQUESTS_PER_SECOND: true, POLL_INTERVAL_MS: true, PRICE_INTERVAL_MS: true })
  .parse({});

const addressLists: EnvRule<Env> = (values) => [
  ...foreignAddresses('MARKETS', values.MARKETS),
  ...foreignAddresses('LISTED_MARKETS', values.LISTED_MARKETS),
  ...foreignAddresses('RESERVES', values.RESERVES),
];

/** Below the interval of the polls, every poll would leave a gap behind it. */
const gapAfterPoll: EnvRule<Env> = ({ GAP_AFTER_MS: gapAfterMs, POLL_INTERVAL_MS: pollIntervalMs }) => {
  if (gapAfterMs === undefined || pollIntervalMs === undefined || gapAfterMs >= pollIntervalMs) return [];
  return [{ name: 'GAP_AFTER_MS', message: `${gapAfterMs} is less than POLL_INTERVAL_MS, ${pollIntervalMs}` }];
};

/** Two polls may be lost, and half a minute passes, before what was not observed counts as a gap. */
function defaultGapAfterMs(pollIntervalMs: number): number {
  return Math.max(3 * pollIntervalMs, 30_000);
}

function foreignAddresses(name: string, addresses: readonly string[] | undefined): EnvProblem[] {
  const isEntry = (entry: string): boolean => {
    const { protocol, address } = splitEntry(entry);
    return isAddress(address) && (protocol === null || PROTOCOL_NAMES.includes(protocol));
  };
  const foreign = (addresses ?? []).filter((entry) => !isEntry(entry));
  return foreign.map((address) => ({ name, message: `${JSON.stringify(address)} is not a base58 address` }));
}

const wsUrls: EnvRule<Env> = ({ SOLANA_WS_URL: entries, SOLANA_RPC_URL: rpcUrls }) => {
  const { wrongEntries } = resolveWsUrls(entries ?? [], rpcUrls ?? []);
  if (wrongEntries.length === 0) return [];
  return [{ name: 'SOLANA_WS_URL', message: `entry ${wrongEntries.join(', ')} is no URL with ws:// or wss://` }];
};

const protocolNames: EnvRule<Env> = ({ PROTOCOLS: names = [], ARITHMETICS: entries }) => {
  const known = PROTOCOL_NAMES.join(', ');
  const foreign = names.filter((name) => !PROTOCOL_NAMES.includes(name));
  const isVersion = ([name, version]: readonly [string, string]): boolean =>
    PROTOCOLS.some((protocol) => protocol.name === name && protocol.arithmetics.includes(version));
  const unknown = splitArithmetics(entries).filter((entry) => !isVersion(entry));
  return [
    ...foreign.map((name) => ({ name: 'PROTOCOLS', message: `${name} is none of ${known}` })),
    ...unknown.map(([name, version]) => ({ name: 'ARITHMETICS', message: `${name} has no version ${version}` })),
  ];
};

const RULES = [addressLists, gapAfterPoll, poolsNeedSockets, protocolNames, liquidityAddresses, wsUrls];

function splitArithmetics(entries: readonly string[] | undefined): (readonly [string, string])[] {
  return (entries ?? []).map((entry) => {
    const [name = '', version = ''] = entry.split('=');
    return [name, version];
  });
}

/** The settings of before there was more than one protocol under the names of now, which win where both are set. */
function withCurrentNames(source: EnvSource): EnvSource {
  const renamed = PROTOCOLS.flatMap(({ name, legacySettings }) =>
    Object.entries(legacySettings).flatMap(([old, current]) => {
      const entries = (source[old] ?? '').split(',').filter((entry) => entry.trim() !== '');
      const isUsed = entries.length > 0 && (source[current] ?? '').trim() === '';
      const mark = current === 'ARITHMETICS' ? '=' : ':';
      return isUsed ? [[current, entries.map((entry) => `${name}${mark}${entry.trim()}`).join(',')] as const] : [];
    }),
  );
  return { ...source, ...Object.fromEntries(renamed) };
}

export type IndexerEnv = ReturnType<typeof toIndexerEnv>;

/** The settings of the indexer; resolved once, from the environment in production. Its README says what each setting does. */
export type IndexerConfig = IndexerEnv['config'];

/** Reads the environment; throws one EnvError that lists every problem. */
export function parseIndexerEnv(source: EnvSource): IndexerEnv {
  return toIndexerEnv(parseEnv(schema, withCurrentNames(source), RULES));
}

/** Reads the environment; prints every problem and exits with code 78 when there is one. */
export function loadIndexerEnv(): IndexerEnv {
  return toIndexerEnv(loadEnvOrExit(schema, withCurrentNames(process.env), RULES));
}

function toIndexerEnv(env: Env) {
  const protocols: readonly Protocol[] = env.PROTOCOLS.map(protocolOf);
  return {
    logLevel: env.LOG_LEVEL,
    /** From the first signal to a forced end. */
    shutdownDeadlineMs: env.SHUTDOWN_DEADLINE_MS,
    config: {
      databaseUrl: env.DATABASE_URL,
      /** The same database by a login with longer limits, for rollups, audits and maintenance. */
      maintenanceDatabaseUrl: env.MAINTENANCE_DATABASE_URL ?? env.DATABASE_URL,
      /** Redis for the queues; null keeps them in the database. */
      redisUrl: env.REDIS_URL ?? null,
      queuePrefix: env.QUEUE_PREFIX,
      /** In order of preference. */
      rpcUrls: env.SOLANA_RPC_URL,
      commitment: env.SOLANA_COMMITMENT,
      /** How far the time of a bank may be ahead of the database's clock, and before that of a lower slot. */
      clockToleranceMs: env.CLOCK_TOLERANCE_MS,
      rpcTimeoutMs: env.RPC_TIMEOUT_MS,
      rpcMaxRetries: env.RPC_MAX_RETRIES,
      /** Keys in one call, until an endpoint says that it takes fewer. */
      rpcMaxAccounts: env.RPC_MAX_ACCOUNTS,
      rpcRequestsPerSecond: env.RPC_REQUESTS_PER_SECOND,
      pollIntervalMs: env.POLL_INTERVAL_MS,
      discoverIntervalMs: env.DISCOVER_INTERVAL_MS,
      heartbeatMs: env.HEARTBEAT_MS,
      gapAfterMs: env.GAP_AFTER_MS ?? defaultGapAfterMs(env.POLL_INTERVAL_MS),
      rollupIntervalMs: env.ROLLUP_INTERVAL_MS,
      /** 0: prices are not read. */
      priceIntervalMs: env.PRICE_INTERVAL_MS,
      /** Services behind HTTP that are asked for prices; keys are secrets. */
      httpPrices: readHttpPriceConfig(env, {
        intervalMs: env.PRICE_HTTP_INTERVAL_MS,
        timeoutMs: env.PRICE_HTTP_TIMEOUT_MS,
        requestsPerMinute: env.PRICE_HTTP_REQUESTS_PER_MINUTE,
      }),
      liquidity: readLiquidityConfig(env),
      /** 0: what was stored of prices and liquidity read by read is kept for ever. */
      priceRetentionMonths: env.PRICE_RETENTION_MONTHS,
      pollBatchRetentionDays: env.POLL_BATCH_RETENTION_DAYS,
      auditIntervalMs: env.AUDIT_INTERVAL_MS,
      auditRetentionDays: env.AUDIT_RETENTION_DAYS,
      readerMaxSessionMs: env.READER_MAX_SESSION_MS,
      readerMaxTransactionMs: env.READER_MAX_TRANSACTION_MS,
      batchConcurrency: env.BATCH_CONCURRENCY,
      /** Notifications about changed accounts, in addition to polls; null = polls only. */
      follow: toFollowConfig(env),
      protocols,
      /** Version of a program's arithmetic by protocol, where it is not the newest. */
      arithmetics: Object.fromEntries(splitArithmetics(env.ARITHMETICS)),
      /** A protocol without any is followed as a whole. See {@link followOf}, also of the lists below. */
      markets: env.MARKETS ?? [],
      listedMarkets: env.LISTED_MARKETS,
      /** Followed where the provider does not list program accounts. */
      reserves: env.RESERVES ?? [],
      /** For the time before one was ever measured; null = wait for a measurement. */
      slotDurationMs: env.SLOT_DURATION_MS ?? null,
      /** Days of simulated history before the start of a localnet; 0 = none. Any other chain is refused. */
      localnetHistoryDays: env.LOCALNET_HISTORY,
      opsHost: env.INDEXER_HOST,
      opsPort: env.INDEXER_PORT,
      startTimeoutMs: env.START_TIMEOUT_MS,
      watchdogProgressMs: env.WATCHDOG_PROGRESS_MS,
    },
  };
}

function toFollowConfig(env: Env): FollowConfig | null {
  if (env.SOLANA_WS_URL === undefined) return null;
  return {
    wsUrls: resolveWsUrls(env.SOLANA_WS_URL, env.SOLANA_RPC_URL).urls,
    debounceMs: env.FOLLOW_DEBOUNCE_MS,
    minIntervalMs: env.FOLLOW_MIN_INTERVAL_MS,
    silenceMs: env.FOLLOW_SILENCE_MS,
  };
}

/** What of a protocol is followed; empty lists = whatever its program has. */
export interface FollowSettings {
  readonly markets: readonly string[];
  readonly reserves: readonly string[];
}

/** An entry is an address, or `protocol:address`; without a name it is of the first protocol. */
export function followOf(
  { protocols, markets, reserves }: Pick<IndexerConfig, 'protocols' | 'markets' | 'reserves'>,
  { name }: Pick<Protocol, 'name'>,
): FollowSettings {
  return { markets: ownOf(markets, protocols, name), reserves: ownOf(reserves, protocols, name) };
}

/** Whether a lending market is listed: by the registry of its protocol, or by the settings. */
export function isListedBy(
  { protocols, listedMarkets }: Pick<IndexerConfig, 'protocols' | 'listedMarkets'>,
  { name, registry }: Pick<Protocol, 'name' | 'registry'>,
): (market: string) => boolean {
  const listed = new Set([...registry.map(({ address }) => address), ...ownOf(listedMarkets, protocols, name)]);
  return (market) => listed.has(market);
}

/** Addresses of the entries that are of a protocol. */
function ownOf(entries: readonly string[], protocols: IndexerConfig['protocols'], name: string): string[] {
  return entries
    .map(splitEntry)
    .filter(({ protocol }) => (protocol ?? protocols[0]?.name) === name)
    .map(({ address }) => address);
}

/** The parts of an entry; `protocol` is null where it names none. */
export function splitEntry(entry: string): { readonly protocol: string | null; readonly address: string } {
  const [first = '', second] = entry.split(':');
  return second === undefined ? { protocol: null, address: first } : { protocol: first, address: second };
}

/** Whether a reserve of that market is followed. */
export function isFollowedBy({ markets }: FollowSettings): (market: string) => boolean {
  return (market) => markets.length === 0 || markets.includes(market);
}
