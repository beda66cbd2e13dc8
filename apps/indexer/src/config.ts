import type { Protocol } from '@tidemark/protocols';
import type { FollowConfig } from './follow/follow-config.ts';
import type { Commitment } from './rpc/index.ts';

/** Slot durations that a Solana cluster can have; beyond them a setting or a measurement is a mistake. */
export const SLOT_DURATION_RANGE_MS = { min: 50, max: 2_000 } as const;

/** Everything the indexer can be told; resolved once, from the environment in production. */
export interface IndexerConfig {
  readonly databaseUrl: string;
  /** The same database by a login with longer limits, for rollups, audits and maintenance. */
  readonly maintenanceDatabaseUrl: string;
  /** Redis for the queues; null keeps them in the database. */
  readonly redisUrl: string | null;
  /** Namespace of the queues' keys on a shared Redis. */
  readonly queuePrefix: string;

  /** RPC endpoints in order of preference. */
  readonly rpcUrls: readonly string[];
  readonly commitment: Commitment;
  readonly rpcTimeoutMs: number;
  readonly rpcMaxRetries: number;
  /** Per endpoint. */
  readonly rpcRequestsPerSecond: number;

  readonly pollIntervalMs: number;
  readonly discoverIntervalMs: number;
  /** A snapshot is kept at least this often, also when nothing changed. */
  readonly heartbeatMs: number;
  /** Two looks at a reserve that are further apart leave a gap between them. */
  readonly gapAfterMs: number;
  readonly rollupIntervalMs: number;
  /** Rows about batches are removed after this time; 0 keeps them for ever. */
  readonly pollBatchRetentionDays: number;
  readonly auditIntervalMs: number;
  /** Audits, and findings that no longer hold, are removed after this time; 0 keeps them for ever. */
  readonly auditRetentionDays: number;
  /** Sessions of readers that are older end; 0 = never. */
  readonly readerMaxSessionMs: number;
  /** Sessions of readers in an older transaction end; 0 = never. */
  readonly readerMaxTransactionMs: number;
  /** Poll batches that one process works on at once. */
  readonly batchConcurrency: number;

  /** Notifications about changed accounts, in addition to polls; null = polls only. */
  readonly follow: FollowConfig | null;

  /** The protocols that are indexed. */
  readonly protocols: readonly Protocol[];
  /** Version of a program's arithmetic by protocol, where it is not the newest. */
  readonly arithmetics: Readonly<Record<string, string>>;
  /** Only these lending markets are followed; a protocol without any is followed as a whole. See {@link followOf}. */
  readonly markets: readonly string[];
  /** Reserves followed where the provider does not list program accounts. As above. */
  readonly reserves: readonly string[];
  /** Slot duration for the time before one was ever measured; null = wait for a measurement. */
  readonly slotDurationMs: number | null;

  readonly opsHost: string;
  /** 0 = any free port. */
  readonly opsPort: number;

  /** How long the start waits for the database, the queue and the chain. */
  readonly startTimeoutMs: number;

  /** How long no poll may come to an end, well or badly, before the process is ended; 0 = for ever. */
  readonly watchdogProgressMs: number;
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
  const ownOf = (entries: readonly string[]): string[] =>
    entries
      .map(splitEntry)
      .filter(({ protocol }) => (protocol ?? protocols[0]?.name) === name)
      .map(({ address }) => address);
  return { markets: ownOf(markets), reserves: ownOf(reserves) };
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
