import { FAULTS, type FaultName } from './fault-list.ts';
import { type Episode, type Pace, type Plan, SCENE_NAMES, type SceneName } from './plan.ts';
import { makeShortPlan } from './short-plan.ts';

const SLOT_MS = 300;
const BEFORE_TICKS = 12;
const AFTER_TICKS = 15;
/** Longer than half of what leaves a gap, after which a chain or a node counts as standing, and as long again to see what comes of it. */
const STANDS_TICKS = 350;
/** The last of them, in which it is over. */
const OVER_TICKS = 10;
/** Longer than a measured slot duration is kept. */
const MEASURED_TICKS = 750;
/** More than performance samples reach back. */
const LEAP_SECONDS = 900;
/** Seeds of scenes, beyond those that anybody runs. */
const FIRST_SEED = 900_001;

/** Parts of a plan. */
interface Scene {
  readonly steps: readonly number[];
  readonly episodes: readonly Episode[];
  readonly paces: readonly Pace[];
}

const slotsOf = (seconds: number, slotMs: number): number => Math.round((seconds * 1000) / slotMs);
const usual = (ticks: number): number[] => Array.from({ length: ticks }, () => slotsOf(2, SLOT_MS));
/** Fewer slots than a node keeps states of, so that one that stands shows the same bank to the end. */
const slow = (ticks: number): number[] => Array.from({ length: ticks }, (_, tick) => (tick % 3 === 0 ? 1 : 0));

const SCENES: Readonly<Record<Exclude<SceneName, 'provider'>, () => Scene>> = {
  /** A migration of the consensus: nodes answer, and nothing is confirmed; then slot and clock leap. */
  halt: () => ({
    steps: [...usual(BEFORE_TICKS), ...slow(STANDS_TICKS), slotsOf(LEAP_SECONDS, SLOT_MS), ...usual(AFTER_TICKS)],
    episodes: [standing('confirmationStops')],
    paces: [],
  }),
  /** The first endpoint stands, and the one behind it is well. */
  stuck: () => ({
    steps: [...usual(BEFORE_TICKS), ...slow(STANDS_TICKS), ...usual(AFTER_TICKS)],
    episodes: [standing('nodeStands')],
    paces: [],
  }),
  /** Slots become shorter twice within an epoch. */
  pace: () => {
    const first = BEFORE_TICKS;
    const second = first + MEASURED_TICKS;
    return {
      steps: [
        ...usual(first),
        slotsOf(LEAP_SECONDS, 300),
        ...slow(MEASURED_TICKS - 1),
        slotsOf(LEAP_SECONDS, 200),
        ...slow(MEASURED_TICKS - 1),
        ...usual(AFTER_TICKS),
      ],
      episodes: [],
      paces: [
        { tick: first, slotMs: 300 },
        { tick: second, slotMs: 200 },
      ],
    };
  },
};

/** What providers do, after all of a short run: each of them alone, and long enough that two polls meet it. */
const PROVIDER: readonly (readonly [fault: FaultName, at: number, ticks: number, strength: number])[] = [
  ['accountsSwapped', 1, 3, 0.5],
  ['accountsMissingOnce', 5, 3, 0.5],
  ['clockMonthAhead', 9, 3, 0.5],
  ['unknownCode', 13, 3, 0.9],
  ['fewKeys', 17, 2, 0.5],
  ['methodLimited', 20, 4, 0.5],
];
const PROVIDER_TICKS = 26;

/** One indexer; beside `provider` two nodes of one chain and polls alone, so that all that is read is what polls ask for. */
export function makeScene(name: SceneName): Plan {
  const seed = FIRST_SEED + SCENE_NAMES.indexOf(name);
  const short = makeShortPlan(seed, { hasRedis: false });
  const common = { ...short, scene: name, liquidityIntervalMs: 10_000 };
  if (name === 'provider') {
    const more = PROVIDER.map(([fault, at, ticks, strength]) =>
      episodeOf(fault, short.steps.length + at, ticks, strength),
    );
    const steps = Array.from({ length: PROVIDER_TICKS }, () => slotsOf(2, short.slotMs));
    return { ...common, steps: [...short.steps, ...steps], episodes: [...short.episodes, ...more] };
  }
  // Mainnet's of now, or that of before it.
  const slotMs = name === 'pace' ? 400 : SLOT_MS;
  return { ...common, ...SCENES[name](), secondNode: 'same', follows: false, slotMs };
}

function episodeOf(fault: FaultName, at: number, ticks: number, strength: number): Episode {
  return { fault, lane: FAULTS[fault].lane, target: 0, at, ticks, strength };
}

function standing(fault: FaultName): Episode {
  return episodeOf(fault, BEFORE_TICKS, STANDS_TICKS - OVER_TICKS, 0.5);
}
