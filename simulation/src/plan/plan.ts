import { createRandom, type Random } from './random.ts';
import { FAULTS, type FaultName, faultsOf, LANES, type Lane } from './fault-list.ts';

/** One fault with its beginning and its end. Everything that is left to chance in it is drawn here. */
export interface Episode {
  readonly fault: FaultName;
  /** Faults of one lane and target do not overlap. */
  readonly lane: Lane;
  /** Which node, indexer, or clock of a process (the API's is the last one), where there are several. */
  readonly target: number;
  /** The tick in which it begins. */
  readonly at: number;
  readonly ticks: number;
  /** 0 … 1: a rate, a share of a range, and where what the fault draws while it is in force begins. */
  readonly strength: number;
}

/** Everything about a run that its seed decides. */
export interface Plan {
  readonly seed: number;
  readonly queue: 'postgres' | 'redis';
  readonly indexers: number;
  /** What the second RPC endpoint is, if there is one: another node of the same chain, or one of another chain. */
  readonly secondNode: 'none' | 'same' | 'foreign';
  /** Whether notifications are followed between the polls. */
  readonly follows: boolean;
  readonly firstSlot: number;
  readonly firstUnixTime: number;
  /** Chain milliseconds per slot. */
  readonly slotMs: number;
  /** Reserves of the chain. */
  readonly reserves: number;
  /** Slots that the chain moves by in each tick. */
  readonly steps: readonly number[];
  readonly episodes: readonly Episode[];
  /** How long each condition of the quiet phase may take. */
  readonly timeoutMs: number;
  /** Wall-clock time between two reads of pools. */
  readonly liquidityIntervalMs: number;
  /** What a run that is written by hand is about. */
  readonly scene?: SceneName;
  /** From these ticks on slots have another length. */
  readonly paces?: readonly Pace[];
}

/** Runs that are written by hand and judged for more than others. */
export const SCENE_NAMES = ['provider', 'halt', 'stuck', 'pace'] as const;
export type SceneName = (typeof SCENE_NAMES)[number];

export interface Pace {
  readonly tick: number;
  /** Chain milliseconds per slot. */
  readonly slotMs: number;
}

/** Wall-clock pace of the driver. The pipeline polls in real time; nothing is asserted about it. */
export const TICK_MS = 100;
/**
 * A tick takes longer while the pipeline asks no node for anything: faults are to meet polls, also on a loaded machine. How
 * much longer depends on how often it asked before the first fault; these are the bounds.
 */
export const TICK_PAUSE_MS = { least: 400, most: 2_000 };
/**
 * After `ticks` of them in a row without a request one tick may last `mostMs`, which an indexer needs to start while other
 * seeds keep the processors busy; all of these of a run together `storeMs`. Not more: an outage that a plan makes must not become
 * as long as the minute after which an indexer gives up its start.
 */
export const SILENCE = { ticks: 3, mostMs: 4_000, storeMs: 12_000 };

/** Of the protocol that has most: more than one call of a node takes, so that its poll is two batches. The others have a batch each. */
const RESERVES = 100;
const TICKS = 70;
/** Seldom needed: a batch of a killed indexer holds the polls back for 15 s, a node that failed long is left alone for up to a minute. */
const QUIET_TIMEOUT_MS = 240_000;
const FIRST_FAULT_TICK = 8;
const HOUR_SECONDS = 3_600;
/** Ends of a month, of a day, of an hour: what is cut by time is cut in every run. */
const BEGINNINGS = ['2026-03-31T23:50:00Z', '2026-05-14T23:40:00Z', '2026-07-08T10:52:00Z', '2026-02-28T23:55:00Z'];

/** The plan of a seed: the same on every machine that has Redis, and on every one that has not. */
export function makePlan(seed: number, { hasRedis }: { readonly hasRedis: boolean }): Plan {
  const random = createRandom(seed);
  const queue: Plan['queue'] = hasRedis && seed % 2 === 0 ? 'redis' : 'postgres';
  const indexers = random.pick([1, 1, 2, 2, 3]);
  const secondNode = random.pick(['none', 'same', 'same', 'foreign'] as const);
  const follows = random.chance(0.6);
  const slotMs = random.pick([200, 300, 400, 1_000]);
  const steps = makeSteps(random, slotMs);
  const world = { queue, indexers, secondNode, follows };
  return {
    seed,
    ...world,
    firstSlot: 460_000_000 + random.between(0, 1_000_000),
    firstUnixTime: Date.parse(random.pick(BEGINNINGS)) / 1000 + random.between(0, 240),
    slotMs,
    reserves: RESERVES,
    steps,
    episodes: makeEpisodes(random, world),
    timeoutMs: QUIET_TIMEOUT_MS,
    liquidityIntervalMs: 10_000,
  };
}

/** Mostly a few chain seconds, sometimes none, and two leaps into another hour or day. */
function makeSteps(random: Random, slotMs: number): number[] {
  const steps = Array.from({ length: TICKS }, () => {
    if (random.chance(0.12)) return 0;
    return Math.max(1, Math.round((random.between(1, 6) * 1000) / slotMs));
  });
  for (let leaps = 0; leaps < 2; leaps += 1) {
    const seconds = random.between(HOUR_SECONDS / 6, HOUR_SECONDS / 2);
    steps[random.between(5, TICKS - 5)] = Math.round((seconds * 1000) / slotMs);
  }
  return steps;
}

type World = Pick<Plan, 'queue' | 'indexers' | 'secondNode' | 'follows'>;

function makeEpisodes(random: Random, world: World): Episode[] {
  const episodes = LANES.flatMap((lane) =>
    Array.from({ length: targetsOf(lane, world) }, (_, target) => fillLane(random, world, lane, target)).flat(),
  );
  return episodes.toSorted((a, b) => a.at - b.at);
}

function targetsOf(lane: Lane, { queue, indexers, secondNode }: World): number {
  if (lane === 'rpc') return secondNode === 'none' ? 1 : 2;
  if (lane === 'redis') return queue === 'redis' ? 1 : 0;
  if (lane === 'clock') return indexers + 1;
  return lane === 'indexer' ? indexers : 1;
}

/** Faults one after the other. Some lanes stay quiet, so that what a fault does is also seen alone. */
function fillLane(random: Random, world: World, lane: Lane, target: number): Episode[] {
  if (lane === 'deploy') return [deployOf(random)];
  if (random.chance(lane === 'clock' ? 0.6 : 0.3)) return [];
  const restTicks = random.pick([6, 12, 20]);
  const faults = faultsOf(lane, target, world);
  const episodes: Episode[] = [];
  let at = FIRST_FAULT_TICK + random.between(0, restTicks);
  while (at < TICKS - 4) {
    const fault = random.pick(faults);
    const { minTicks, maxTicks } = FAULTS[fault];
    const ticks = random.between(minTicks, maxTicks);
    episodes.push({ fault, lane, target, at, ticks, strength: random.next() });
    at += ticks + random.between(2, restTicks);
  }
  return episodes;
}

/** Every run is deployed once. */
function deployOf(random: Random): Episode {
  const fault = 'deployRolled';
  const { lane, minTicks, maxTicks } = FAULTS[fault];
  const ticks = random.between(minTicks, maxTicks);
  return {
    fault,
    lane,
    target: 0,
    at: random.between(FIRST_FAULT_TICK, TICKS - maxTicks),
    ticks,
    strength: random.next(),
  };
}

/** The plan in words, one line for the world and one for each fault. */
export function describePlan(plan: Plan): string {
  const { seed, queue, indexers, secondNode, follows, slotMs, firstUnixTime, steps } = plan;
  const start = new Date(firstUnixTime * 1000).toISOString();
  const slots = steps.reduce((sum, step) => sum + step, 0);
  const name = plan.scene === undefined ? `seed ${seed}` : `scene ${plan.scene}`;
  const head = `${name}: queue on ${queue}, indexers ${indexers}, second node ${secondNode}, ${follows ? 'follows' : 'polls only'}, ${slots} slots of ${slotMs} ms from ${start}, ${plan.reserves} reserves`;
  const lines = plan.episodes.map(
    ({ at, ticks, lane, target, fault, strength }) =>
      `  tick ${String(at).padStart(3)} for ${String(ticks).padStart(3)}: ${lane} ${target} ${fault} (${strength.toFixed(2)})`,
  );
  return [head, ...lines].join('\n');
}
