/** What a fault strikes. Faults of one lane and target come one after the other; lanes are independent. */
export const LANES = ['rpc', 'postgres', 'redis', 'indexer', 'api', 'clock', 'deploy', 'oracle', 'pool'] as const;
export type Lane = (typeof LANES)[number];

export interface FaultTraits {
  readonly lane: Lane;
  /** What happens, for the report. */
  readonly words: string;
  readonly minTicks: number;
  readonly maxTicks: number;
  /** Of the way to a node, whatever the node answers. */
  readonly isTransport?: boolean;
  /** In short runs and scenes alone: what it shows is lost among others, or needs longer than they last. */
  readonly isScripted?: boolean;
  /** Only in worlds of this kind. */
  readonly needs?: 'follows' | 'severalIndexers' | 'twoNodes';
}

/** Every fault that a plan may hold, with how long it lasts in ticks. */
const TRAITS = {
  rpc429: { lane: 'rpc', isTransport: true, words: 'RPC answers 429', minTicks: 3, maxTicks: 12 },
  rpc5xx: { lane: 'rpc', isTransport: true, words: 'RPC answers 502, 503, 504', minTicks: 3, maxTicks: 12 },
  rpcTimeouts: {
    lane: 'rpc',
    isTransport: true,
    words: 'RPC gives no answer, the socket stays open',
    minTicks: 4,
    maxTicks: 14,
  },
  rpcBrokenBodies: {
    lane: 'rpc',
    isTransport: true,
    words: 'RPC answers end in the middle',
    minTicks: 3,
    maxTicks: 10,
  },
  rpcSlow: { lane: 'rpc', isTransport: true, words: 'RPC answers late', minTicks: 3, maxTicks: 10 },
  accountsTruncated: { lane: 'rpc', words: 'accounts cut short', minTicks: 3, maxTicks: 10 },
  accountsGarbage: { lane: 'rpc', words: 'accounts of random bytes', minTicks: 3, maxTicks: 10 },
  accountsWrongOwner: { lane: 'rpc', words: 'accounts of another owner', minTicks: 3, maxTicks: 10 },
  accountsMissing: { lane: 'rpc', words: 'accounts absent', minTicks: 3, maxTicks: 10 },
  nodeLags: { lane: 'rpc', words: 'the node answers from earlier slots', minTicks: 3, maxTicks: 15 },
  nodeGoesBack: { lane: 'rpc', words: 'slots jump back and forth between calls', minTicks: 3, maxTicks: 15 },
  nullClock: { lane: 'rpc', words: 'no Clock sysvar', minTicks: 3, maxTicks: 8 },
  listingFails: { lane: 'rpc', words: 'getProgramAccounts is refused', minTicks: 5, maxTicks: 20 },
  rpcHalfOpen: {
    lane: 'rpc',
    isTransport: true,
    words: 'connections to the node half-open',
    minTicks: 6,
    maxTicks: 20,
  },
  nodesDisagree: {
    lane: 'rpc',
    words: 'two nodes that disagree: calls go to one that lags and to one that does not',
    minTicks: 8,
    maxTicks: 20,
    needs: 'twoNodes',
  },
  methodLimited: {
    lane: 'rpc',
    isScripted: true,
    words: 'getProgramAccounts is over its limit, all else is answered',
    minTicks: 4,
    maxTicks: 10,
  },
  unknownCode: {
    lane: 'rpc',
    isScripted: true,
    words: 'RPC answers with a code that nobody knows',
    minTicks: 3,
    maxTicks: 10,
  },
  fewKeys: { lane: 'rpc', isScripted: true, words: 'RPC takes few keys in a call', minTicks: 3, maxTicks: 10 },
  clockMonthAhead: {
    lane: 'rpc',
    isScripted: true,
    words: 'the Clock sysvar a month ahead',
    minTicks: 3,
    maxTicks: 10,
  },
  accountsMissingOnce: {
    lane: 'rpc',
    isScripted: true,
    words: 'reserves absent in one answer',
    minTicks: 3,
    maxTicks: 10,
  },
  accountsSwapped: {
    lane: 'rpc',
    isScripted: true,
    words: 'reserves with the bytes of another one',
    minTicks: 3,
    maxTicks: 10,
  },
  nodeStands: {
    lane: 'rpc',
    isScripted: true,
    words: 'the node stands still, another one of the chain goes on',
    minTicks: 250,
    maxTicks: 350,
    needs: 'twoNodes',
  },
  confirmationStops: {
    lane: 'rpc',
    isScripted: true,
    words: 'nothing is confirmed at any node, then slot and clock leap',
    minTicks: 250,
    maxTicks: 350,
  },
  socketCuts: { lane: 'rpc', isTransport: true, words: 'WebSocket cut', minTicks: 4, maxTicks: 15, needs: 'follows' },

  postgresKilled: { lane: 'postgres', words: 'Postgres SIGKILL, started again', minTicks: 2, maxTicks: 14 },
  postgresStopped: { lane: 'postgres', words: 'Postgres immediate shutdown, started again', minTicks: 2, maxTicks: 14 },
  backendKilled: { lane: 'postgres', words: 'one Postgres backend SIGKILL (all restart)', minTicks: 2, maxTicks: 4 },
  readOnly: { lane: 'postgres', words: 'Postgres read-only', minTicks: 3, maxTicks: 12 },
  connectionsTaken: { lane: 'postgres', words: 'Postgres out of connections', minTicks: 4, maxTicks: 14 },
  postgresHalfOpen: { lane: 'postgres', words: 'connections to Postgres half-open', minTicks: 6, maxTicks: 25 },
  postgresFrozen: { lane: 'postgres', words: 'Postgres frozen (SIGSTOP to all of it)', minTicks: 3, maxTicks: 20 },
  tableLocked: { lane: 'postgres', words: 'the latest rows locked by another session', minTicks: 3, maxTicks: 20 },
  sessionsEnded: { lane: 'postgres', words: 'sessions ended at random', minTicks: 4, maxTicks: 15 },
  statementsCancelled: { lane: 'postgres', words: 'statements cancelled at random', minTicks: 4, maxTicks: 15 },
  conflicts: { lane: 'postgres', words: 'serialization failures (raised in the commit)', minTicks: 3, maxTicks: 12 },
  deadlocks: { lane: 'postgres', words: 'deadlocks with a rival session', minTicks: 12, maxTicks: 25 },
  diskFull: { lane: 'postgres', words: 'the disk of the cluster full', minTicks: 8, maxTicks: 20 },

  redisKilled: { lane: 'redis', words: 'Redis SIGKILL, started again empty', minTicks: 2, maxTicks: 14 },
  redisEmptied: { lane: 'redis', words: 'Redis emptied', minTicks: 2, maxTicks: 3 },
  redisFull: { lane: 'redis', words: 'Redis out of memory (noeviction)', minTicks: 3, maxTicks: 14 },
  redisFrozen: { lane: 'redis', words: 'Redis frozen (SIGSTOP)', minTicks: 3, maxTicks: 20 },
  redisHalfOpen: { lane: 'redis', words: 'connections to Redis half-open', minTicks: 6, maxTicks: 25 },
  redisFailover: {
    lane: 'redis',
    words: 'failover to a replica that lacks the last writes, the old server gone',
    minTicks: 6,
    maxTicks: 16,
  },
  redisReplica: {
    lane: 'redis',
    words: 'Redis demoted to a replica, which takes no writes',
    minTicks: 3,
    maxTicks: 12,
  },
  redisClientsCut: { lane: 'redis', words: 'connections to Redis cut', minTicks: 3, maxTicks: 8 },

  indexerKilled: { lane: 'indexer', words: 'indexer SIGKILL, started again', minTicks: 1, maxTicks: 10 },
  indexerStopped: { lane: 'indexer', words: 'indexer SIGTERM, started again', minTicks: 1, maxTicks: 8 },
  indexerPaused: { lane: 'indexer', words: 'indexer paused (SIGSTOP)', minTicks: 3, maxTicks: 25 },
  indexerSlept: {
    lane: 'indexer',
    words: 'indexer paused for longer than its job locks',
    minTicks: 125,
    maxTicks: 140,
    needs: 'severalIndexers',
  },
  foreignIndexer: { lane: 'indexer', words: 'indexer of another chain started', minTicks: 2, maxTicks: 3 },

  apiKilled: { lane: 'api', words: 'API SIGKILL, started again', minTicks: 1, maxTicks: 10 },
  apiStopped: { lane: 'api', words: 'API SIGTERM, started again', minTicks: 1, maxTicks: 8 },
  apiPaused: { lane: 'api', words: 'API paused (SIGSTOP)', minTicks: 3, maxTicks: 20 },

  clockAhead: {
    lane: 'clock',
    words: 'clock of a process 2 s to 3 h ahead, then right again',
    minTicks: 4,
    maxTicks: 25,
  },
  clockBack: {
    lane: 'clock',
    words: 'clock of a process 2 s to 3 h back, then right again',
    minTicks: 4,
    maxTicks: 25,
  },

  deployRolled: {
    lane: 'deploy',
    words: 'deploy: migrations, new processes beside the old ones, then SIGTERM to those',
    minTicks: 5,
    maxTicks: 25,
  },

  oracleStale: { lane: 'oracle', words: 'an oracle is no longer written', minTicks: 6, maxTicks: 25 },
  oracleLies: { lane: 'oracle', words: 'an oracle says a fifth too much', minTicks: 3, maxTicks: 12 },
  oracleVanishes: { lane: 'oracle', words: 'the account of an oracle is gone', minTicks: 3, maxTicks: 12 },
  oraclesDisagree: { lane: 'oracle', words: 'several oracles of a token are wrong at once', minTicks: 3, maxTicks: 12 },

  poolDrained: { lane: 'pool', words: 'a pool is drained to a thousandth', minTicks: 8, maxTicks: 25 },
  poolArraysGone: { lane: 'pool', words: 'arrays of ticks or bins of pools are gone', minTicks: 8, maxTicks: 25 },
  poolVanishes: { lane: 'pool', words: 'the account of a pool is gone', minTicks: 8, maxTicks: 25 },
  poolStale: { lane: 'pool', words: 'a pool no longer trades', minTicks: 8, maxTicks: 25 },
  poolFeeSpikes: { lane: 'pool', words: 'the adaptive fee of a pool is the highest', minTicks: 8, maxTicks: 25 },
  tokenKeepsFee: { lane: 'pool', words: 'the mint of a token keeps a fee of transfers', minTicks: 8, maxTicks: 25 },
} as const satisfies Readonly<Record<string, FaultTraits>>;

/** The most keys that a node takes under `fewKeys`. An endpoint is not asked for more from then on. */
export const FEW_KEYS = 60;

export type FaultName = keyof typeof TRAITS;

export const FAULTS: Readonly<Record<FaultName, FaultTraits>> = TRAITS;

export const FAULT_NAMES = Object.keys(TRAITS).filter(isFaultName);

export function isFaultName(text: string): text is FaultName {
  return text in TRAITS;
}

/**
 * The faults that a target of a lane can have. What a node of another chain answers is not believed in the first place: only
 * the way to it can be disturbed.
 */
export function faultsOf(
  lane: Lane,
  target: number,
  world: { readonly follows: boolean; readonly indexers: number; readonly secondNode: string },
): readonly FaultName[] {
  const isForeign = lane === 'rpc' && target > 0 && world.secondNode === 'foreign';
  return FAULT_NAMES.filter((name) => {
    const { lane: home, needs, isTransport = false, isScripted = false } = FAULTS[name];
    if (isScripted) return false;
    if (isForeign && !isTransport) return false;
    if (needs === 'follows' && !world.follows) return false;
    if (needs === 'twoNodes' && world.secondNode !== 'same') return false;
    if (needs === 'severalIndexers' && world.indexers < 2) return false;
    return home === lane;
  });
}
