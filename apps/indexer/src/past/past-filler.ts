import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, floorTo } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import { type Observation, Past, SCENARIOS, STORY } from '@tidemark/protocols/localnet';
import {
  addEarlierConfigurations,
  completeSimulatedHistory,
  ensurePartitions,
  getSimulatedHistory,
  requestSimulatedHistory,
  type SimulatedHistoryRow,
  setSimulatedHistoryFilled,
  type Sql,
} from '@tidemark/schema';
import type { Logger } from 'pino';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { RollupReport } from '../rollup/run-rollup.ts';
import { runAlone } from '../run-alone.ts';
import type { PastChain } from './localnet-start.ts';
import { storeDay } from './store-day.ts';

/** A past that is asked for. */
export interface WantedPast {
  readonly chain: PastChain;
  readonly days: number;
}

export interface PastFillerOptions extends WantedPast {
  readonly sql: Sql;
  readonly pipelines: readonly Pipeline[];
  readonly rollUp: () => Promise<readonly (RollupReport | null)[]>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const DAYS_ROLLED_UP = 3;
const RETRY_MS = 5_000;
const LOOK_AGAIN_MS = 250;
/** Reserves that the node does not list are not waited for longer. */
const LISTING_PATIENCE_MS = 60_000;

/**
 * Writes the past of a simulated chain while what is new is indexed: the newest day first, so that charts grow backwards. Which days are
 * stored is kept in the database, and a day is stored again as a whole after a stop in its middle: its batches are written once.
 */
export class PastFiller {
  readonly #options: PastFillerOptions;
  #work: Promise<void> | undefined;

  constructor(options: PastFillerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#work ??= this.#run();
  }

  /** After the signal: resolves when nothing is written any more. */
  async stop(): Promise<void> {
    await this.#work;
  }

  async #run(): Promise<void> {
    const { sql, signal, logger } = this.#options;
    while (!signal.aborted) {
      const isDone = await runAlone(sql, 'tidemark simulated history', (lost) =>
        this.#fill(AbortSignal.any([signal, lost])),
      ).catch((error: unknown) => {
        if (!signal.aborted)
          logger.warn({ err: error }, 'the simulated history could not be written: it is tried again');
        return false;
      });
      if (isDone === true) return;
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #fill(signal: AbortSignal): Promise<boolean> {
    const { sql, chain, pipelines, logger } = this.#options;
    const known = await this.#request();
    if (known === null || known.completedAt !== null) return true;
    // More than was asked for now where more was asked for before.
    const days = Math.floor((known.toAt.getTime() - known.fromAt.getTime()) / DAY_MS);
    const described = { ...chain, scenarios: SCENARIOS, story: STORY, days };
    const reserves = await this.#waitForReserves(new Past(described), signal);
    const past = new Past({ ...described, reserves });
    for (const _ of past.prepare()) {
      await breathe();
      if (signal.aborted) return false;
    }
    await ensurePartitions(sql, { now: known.fromAt, monthsAhead: Math.ceil(days / 28) });
    for (const { name } of pipelines) await this.#storeConfigurations(past, name);
    const startedAt = performance.now();
    for (let day = past.days.length - 1; day >= 0; day -= 1) {
      const startsAt = new Date((past.days[day]?.startsAt ?? 0) * 1000);
      if (startsAt >= known.filledFrom) continue;
      const stored = pipelines.map((pipeline) =>
        storeDay({
          ...{ sql, pipeline, past, day, signal },
          slotDurationMs: chain.chain.reportedSlotMs,
          errorCode: STORY.outage.errorCode,
        }),
      );
      if (!(await settle(stored)).every(Boolean)) return false;
      await setSimulatedHistoryFilled(sql, startsAt);
      // Before the next day is begun: of a part of it, hours would be made that have to be made again. A run of several days costs less
      // than one for each.
      if (day % DAYS_ROLLED_UP === 0 || day === past.days.length - 1) await this.#options.rollUp();
      const daysLeft = Math.max(0, Math.round((startsAt.getTime() - known.fromAt.getTime()) / DAY_MS));
      logger.info({ filledFrom: startsAt.toISOString().slice(0, 10), daysLeft }, 'simulated history: a day is stored');
    }
    if (!(await this.#rollUpAll(signal))) return false;
    await completeSimulatedHistory(sql);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    logger.info({ days: past.days.length, seconds }, 'simulated history is complete');
    return true;
  }

  async #request(): Promise<SimulatedHistoryRow | null> {
    const { sql, chain, days } = this.#options;
    const toAt = new Date(chain.chain.startUnixTimeMs);
    await requestSimulatedHistory(sql, { fromAt: floorTo(new Date(toAt.getTime() - days * DAY_MS), DAY_MS), toAt });
    return getSimulatedHistory(sql);
  }

  /** Reserves are registered by what reads the chain; until then nothing of them can be stored. */
  async #waitForReserves(past: Past, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const deadline = performance.now() + LISTING_PATIENCE_MS;
    const { pipelines } = this.#options;
    const expected = pipelines.flatMap(({ name }) => past.reservesOf(name));
    for (;;) {
      const listed = await Promise.all(pipelines.map((pipeline) => pipeline.listAddresses()));
      const known = new Set(listed.flat());
      const isListed = expected.every((address) => known.has(address));
      if (isListed || performance.now() > deadline || signal.aborted) return known;
      await delay(LOOK_AGAIN_MS);
    }
  }

  async #storeConfigurations(past: Past, name: string): Promise<void> {
    const protocol = protocolOf(name);
    const newest = past.days.at(-1)?.observations.at(-1);
    if (newest === undefined) return;
    for (const configurations of past.configurations(name)) {
      // One that never changed is the one that is read of the chain.
      if (configurations.length < 2) continue;
      const earlier = configurations.map(({ account, seen, before }) => ({
        account: account.address,
        config: protocol.config(protocol.decodeReserve(account)),
        seen: toBank(seen),
        before: before === null ? null : toBank(before),
      }));
      await addEarlierConfigurations(this.#options.sql, earlier, toBank(newest));
    }
  }

  async #rollUpAll(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const reports = await this.#options.rollUp();
      if (reports.every((report) => report?.isComplete === true)) return true;
      // Another process, or the scheduled job, is at it.
      if (reports.includes(null)) await delay(LOOK_AGAIN_MS);
    }
    return false;
  }
}

/** All of them are over when it ends, also where one has failed. */
async function settle(work: readonly Promise<boolean>[]): Promise<readonly boolean[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function toBank({ slot, unixTime }: Observation) {
  return { slot: BigInt(slot), observedAt: new Date(unixTime * 1000) };
}
