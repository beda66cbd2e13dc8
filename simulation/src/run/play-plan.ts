import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@tidemark/testing';
import type { FaultName } from '../plan/fault-list.ts';
import { type Episode, TICK_MS } from '../plan/plan.ts';
import type { Struck } from './database-faults.ts';
import { createNodeFaultSets, strike } from './strike.ts';
import type { World } from './world.ts';

/** What happened while the plan was played. */
export interface Played {
  /** How often each fault was put in force. */
  readonly struck: ReadonlyMap<FaultName, number>;
  /** What a fault showed that must not be, or a fault that could not be made. */
  readonly failures: readonly string[];
}

/** Slots of the ticks in which faults are still being undone. */
const LAST_STEPS = 3;

/** Moves the chain tick by tick, with the faults of the plan. Resolves when the last one is undone. */
export async function playPlan(world: World): Promise<Played> {
  const { plan, nodes } = world;
  const ticker = createTicker();
  const struck = new Map<FaultName, number>();
  const failures: string[] = [];
  const beats = new Set<() => Promise<void>>();
  const faultSets = createNodeFaultSets(world);

  const run = async (episode: Episode): Promise<void> => {
    await ticker.until(episode.at);
    const inForce = await strike(world, episode, faultSets);
    struck.set(episode.fault, (struck.get(episode.fault) ?? 0) + 1);
    const beat = beatOf(inForce);
    if (beat !== null) beats.add(beat);
    await ticker.until(episode.at + episode.ticks);
    if (beat !== null) beats.delete(beat);
    await inForce.end();
  };
  const lanes = new Map<string, Promise<void>>();
  for (const episode of plan.episodes) {
    const key = `${episode.lane} ${episode.target}`;
    const before = lanes.get(key) ?? Promise.resolve();
    const done = before.then(() => run(episode)).catch((error: unknown) => void failures.push(wordsOf(episode, error)));
    lanes.set(key, done);
  }
  const over = new AbortController();
  const all = Promise.all(lanes.values()).finally(() => over.abort());
  for (let tick = 0; tick < plan.steps.length || !over.signal.aborted; tick += 1) {
    const slots = plan.steps[tick] ?? LAST_STEPS;
    if (slots > 0) await Promise.all(nodes.map((node) => node.step(slots)));
    ticker.reach(tick);
    for (const beat of beats) void beat();
    await delay(TICK_MS);
  }
  await all;
  return { struck, failures };
}

/** A beat may find the server busy with the last one: it is left out then. */
function beatOf({ beat }: Struck): (() => Promise<void>) | null {
  if (beat === undefined) return null;
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    await beat().catch(() => undefined);
    isBusy = false;
  };
}

function wordsOf({ fault, target }: Episode, error: unknown): string {
  return `${fault} ${target}: ${error instanceof Error ? error.message : String(error)}`;
}

interface Ticker {
  reach(tick: number): void;
  /** Resolves when the tick has been reached. */
  until(tick: number): Promise<void>;
}

function createTicker(): Ticker {
  let reached = -1;
  let waiting: { tick: number; go: () => void }[] = [];
  return {
    reach: (tick) => {
      reached = tick;
      for (const { go } of waiting.filter((each) => each.tick <= tick)) go();
      waiting = waiting.filter((each) => each.tick > tick);
    },
    until: (tick) => (tick <= reached ? Promise.resolve() : new Promise((go) => waiting.push({ tick, go }))),
  };
}

/** Waits until the pipeline has stored something, so that there is something to lose. */
export async function untilFirstData({ database }: World): Promise<void> {
  const { admin } = database;
  await waitFor(async () => (await admin`SELECT FROM lend.reserve_latest LIMIT 1`).length > 0, {
    timeoutMs: 180_000,
    description: 'the first data',
  });
}
