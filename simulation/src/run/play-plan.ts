import { waitFor } from '@tidemark/testing';
import type { FaultName } from '../plan/fault-list.ts';
import type { Episode } from '../plan/plan.ts';
import { createNodeFaultSets, type NodeFaultSets } from './node-faults.ts';
import { ChainFaults } from './chain-faults.ts';
import { createPace } from './pace.ts';
import { createRequestMeter } from './request-meter.ts';
import { strike } from './strike.ts';
import { NotPermittedError, type Struck } from './struck.ts';
import { createTicker, type Ticker } from './ticker.ts';
import type { World } from './world.ts';

/** A fault that was in force. Times are of this machine. */
export interface Strike {
  readonly fault: FaultName;
  readonly from: Date;
  readonly to: Date;
  /** What it met; 0: it struck nothing. */
  readonly effects: number;
  /** Whether what it did to connections went on after it, until the run was over. */
  readonly lingers: boolean;
}

/** From this moment, of this machine, the chain's slots have this length. */
export interface Paced {
  readonly at: Date;
  readonly slotMs: number;
}

/** What happened while the plan was played. */
export interface Played {
  readonly strikes: readonly Strike[];
  /** Faults that this machine does not permit, with the reason. */
  readonly notPermitted: ReadonlyMap<FaultName, string>;
  /** What a fault showed that must not be, or a fault that could not be made. */
  readonly failures: readonly string[];
  /** When slots got another length. */
  readonly paced: readonly Paced[];
  readonly from: Date;
  readonly to: Date;
  /** Requests to nodes while a fault was in force, whatever came of them. */
  readonly requests: number;
  /** Those from the beginning of the first fault to the end of the last one. */
  readonly requestsThroughout: number;
}

/** Slots of the ticks in which faults are still being undone. */
const LAST_STEPS = 3;

/** Moves the chain tick by tick, with the faults of the plan. Resolves when the last one is undone. */
export async function playPlan(world: World): Promise<Played> {
  const { plan, nodes } = world;
  const ticker = createTicker();
  const strikes: Strike[] = [];
  const failures: string[] = [];
  const beats = new Set<() => Promise<void>>();
  const notPermitted = new Map<FaultName, string>();
  const chain = new ChainFaults(nodes);
  const nodeFaults = createNodeFaultSets(nodes, plan.seed, chain);
  const requests = (): number => nodes.reduce((sum, { links }) => sum + links.rpc.counts().requests, 0);
  const tempo = await createPace(requests);
  const paced: Paced[] = [];
  const began = new Date();
  const meter = createRequestMeter(requests);
  // A deploy is no fault, and in force in every run.
  const isCounted = ({ lane }: Episode): boolean => lane !== 'deploy';

  const run = async (episode: Episode, extra: ExtraTicks): Promise<void> => {
    const { fault, at, ticks } = episode;
    await ticker.until(at);
    const from = new Date();
    const inForce = await strike(world, episode, { nodes: nodeFaults, chain });
    if (isCounted(episode)) meter.begin();
    const beat = beatOf(inForce);
    if (beat !== null) beats.add(beat);
    // What began late, because the fault before it took long to undo, lasts as long all the same.
    await ticker.until(Math.max(at, ticker.reached()) + ticks);
    await untilEffective(inForce, ticker, extra);
    if (beat !== null) beats.delete(beat);
    const effects = await inForce.effects();
    await inForce.end().finally(() => (isCounted(episode) ? meter.end() : undefined));
    strikes.push({ fault, from, to: new Date(), effects, lingers: inForce.lingers === true });
  };
  const lanes = new Map<string, { readonly done: Promise<void>; readonly extra: ExtraTicks }>();
  for (const episode of plan.episodes) {
    const key = `${episode.lane} ${episode.target}`;
    const { done: before, extra } = lanes.get(key) ?? {
      done: Promise.resolve(),
      extra: { ticks: EXTRA_TICKS },
    };
    const done = before
      .then(() => run(episode, extra))
      .catch((error: unknown) => {
        if (error instanceof NotPermittedError) notPermitted.set(episode.fault, error.message);
        else failures.push(wordsOf(episode, error));
      });
    lanes.set(key, { done, extra });
  }
  const over = new AbortController();
  const all = Promise.all([...lanes.values()].map(({ done }) => done)).finally(() => over.abort());
  for (let tick = 0; tick < plan.steps.length || !over.signal.aborted; tick += 1) {
    await moveChain(world, tick, { chain, nodeFaults, paced });
    ticker.reach(tick);
    for (const beat of beats) void beat();
    await tempo.tick(() => tick < plan.steps.length);
  }
  await all;
  await chain.beforeStep((place) => nodeFaults.tell(place));
  return { strikes, notPermitted, failures, paced, from: began, to: new Date(), ...meter.counts() };
}

interface ChainMoves {
  readonly chain: ChainFaults;
  readonly nodeFaults: NodeFaultSets;
  readonly paced: Paced[];
}

/** What a tick brings of the plan: slots of another length, and steps of the chain. */
async function moveChain({ plan, nodes }: World, tick: number, { chain, nodeFaults, paced }: ChainMoves) {
  const pace = plan.paces?.find((each) => each.tick === tick);
  if (pace !== undefined) {
    await Promise.all(nodes.map((node) => node.changePace(pace.slotMs)));
    paced.push({ at: new Date(), slotMs: pace.slotMs });
  }
  const slots = plan.steps[tick] ?? LAST_STEPS;
  if (slots === 0) return;
  await chain.beforeStep((place) => nodeFaults.tell(place));
  await Promise.all(nodes.map((node) => node.step(slots)));
}

/** Ticks that the faults of a lane may last longer, in all. */
interface ExtraTicks {
  ticks: number;
}

const EXTRA_TICKS = 20;
const CHECK_EVERY_TICKS = 2;

/** A fault without an effect so far lasts a while longer. */
async function untilEffective({ effects }: Struck, ticker: Ticker, extra: ExtraTicks): Promise<void> {
  while (extra.ticks > 0 && (await effects()) === 0) {
    await ticker.until(ticker.reached() + CHECK_EVERY_TICKS);
    extra.ticks -= CHECK_EVERY_TICKS;
  }
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

/** Waits until the pipeline has stored something, so that there is something to lose. */
export async function untilFirstData({ database: { admin } }: World): Promise<void> {
  const isStored = async () => (await admin`SELECT FROM lend_v1.reserve_latest LIMIT 1`).length > 0;
  // Reads of pools are seldom, and the first waits for a search: without it faults would be over before they meet one. A version
  // that is deployed from may have no pools.
  const isRead = async () => {
    const [table] = await admin<
      { exists: boolean }[]
    >`SELECT to_regclass('lend_v1.liquidity_tokens_latest') IS NOT NULL AS exists`;
    return table?.exists !== true || (await admin`SELECT FROM lend_v1.liquidity_tokens_latest LIMIT 1`).length > 0;
  };
  await waitFor(async () => (await isStored()) && (await isRead()), {
    timeoutMs: 180_000,
    description: 'the first data',
  });
}
