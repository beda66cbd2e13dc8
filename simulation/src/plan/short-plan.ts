import { FAULTS, type FaultName } from './fault-list.ts';
import { makePlan, type Episode, type Plan } from './plan.ts';
import { createRandom } from './random.ts';

const TICKS = 34;
/**
 * Leaps of the chain: one a little longer than reads may lie apart without a gap, one while accounts are spoilt, one while polls fail,
 * one after which unchanged states are stored again, and one in which an oracle grows old.
 */
const LEAPS: readonly (readonly [tick: number, seconds: number])[] = [
  [3, 45],
  [9, 1_500],
  [19, 2_400],
  [23, 700],
  [31, 400],
];
const SPOILT: readonly FaultName[] = ['accountsGarbage', 'accountsTruncated', 'accountsWrongOwner'];
const FAILED: readonly FaultName[] = ['rpc429', 'rpcBrokenBodies', 'rpc5xx'];
/** Seldom needed: on a busy machine reads of pools and rollups take their time. */
const TIMEOUT_MS = 180_000;

/**
 * A run of a minute for a bug that is always there: one indexer, one node, notifications, and of faults those of the node that leave
 * gaps of every reason, oracles that are wrong, and a token that keeps a fee. Nothing takes a process or the database away, so that nothing excuses.
 */
export function makeShortPlan(seed: number, machine: { readonly hasRedis: boolean }): Plan {
  const random = createRandom(seed ^ 0x51de);
  const { slotMs: drawnSlotMs, ...plan } = makePlan(seed, machine);
  // Of long slots few pass in ten minutes, so that some accounts stay as they are.
  const slotMs = seed % 2 === 0 ? 1_000 : drawnSlotMs;
  const slotsOf = (seconds: number): number => Math.max(1, Math.round((seconds * 1000) / slotMs));
  const steps = Array.from({ length: TICKS }, (_, tick) => {
    const leap = LEAPS.find(([at]) => at === tick);
    if (leap !== undefined) return slotsOf(leap[1]);
    return random.chance(0.3) ? 0 : slotsOf(random.between(1, 6));
  });
  const episodes = [
    episodeOf(random.pick(SPOILT), 5, 7, 0.9),
    episodeOf('accountsMissing', 13, 3, 0.5),
    episodeOf(random.pick(FAILED), 17, 4, 0.9),
    // Strengths below a half strike the account that prices most tokens.
    episodeOf('oracleLies', 1, 3, 0.1),
    episodeOf('oraclesDisagree', 24, 3, 0.1),
    episodeOf('oracleStale', 29, 5, 0.1),
    episodeOf('tokenKeepsFee', 8, 24, 0.1),
  ];
  return {
    ...plan,
    slotMs,
    steps,
    episodes,
    queue: seed % 2 === 0 ? plan.queue : 'postgres',
    indexers: 1,
    secondNode: 'none',
    follows: true,
    timeoutMs: TIMEOUT_MS,
    // On a fast machine all ticks are over in ten seconds.
    liquidityIntervalMs: 2_000,
  };
}

function episodeOf(fault: FaultName, at: number, ticks: number, strength: number): Episode {
  return { fault, lane: FAULTS[fault].lane, target: 0, at, ticks, strength };
}
