import type { JobsOptions } from 'bullmq';
import type { Logger } from 'pino';
import type { JobQueue, SchedulerState } from './queue-types.ts';

/** A job that runs every so often. */
export interface Schedule {
  readonly queue: JobQueue;
  /** Of the scheduler and of the jobs that it makes. */
  readonly name: string;
  readonly everyMs: number;
  readonly options: JobsOptions;
}

/** How many intervals a run may be late, or too far ahead, before its scheduler counts as broken. */
const TOLERATED_INTERVALS = 3;
const TOLERATED_AT_LEAST_MS = 10_000;
const CHECK_INTERVAL_MS = 5_000;

/**
 * Keeps the schedulers alive. BullMQ plans the next run when the last one starts, so a run lost between the two, or a
 * Redis that came back empty, would end a schedule silently and for ever; here it ends at the next check. So it is with one
 * that was planned by a process whose clock was hours ahead, and would come hours late. A run that waits on the queue because the one
 * before takes long is not lost.
 */
export class ScheduleKeeper {
  readonly #schedules: readonly Schedule[];
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #isChecking = false;

  constructor(schedules: readonly Schedule[], logger: Logger) {
    this.#schedules = schedules;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS);
  }

  /**
   * Creates, corrects or revives every scheduler that needs it, and names those: their first run is due at once. Safe to call
   * from several processes at once.
   */
  async ensure(): Promise<readonly string[]> {
    const set: string[] = [];
    for (const schedule of this.#schedules) {
      if (await ensureSchedule(schedule, 'set the interval', this.#logger)) set.push(schedule.name);
    }
    return set;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      // Only a start changes an interval: two processes with different ones would otherwise take turns for ever.
      for (const schedule of this.#schedules) await ensureSchedule(schedule, 'keep the interval', this.#logger);
    } catch (error) {
      this.#logger.warn({ err: error }, 'cannot check the schedules now');
    } finally {
      this.#isChecking = false;
    }
  }
}

async function ensureSchedule(
  { queue, name, everyMs, options }: Schedule,
  mode: 'set the interval' | 'keep the interval',
  logger: Logger,
): Promise<boolean> {
  const state = await queue.getScheduler(name);
  const wantedMs = mode === 'keep the interval' && state !== undefined ? state.everyMs : everyMs;
  const problem = describeProblem(state, wantedMs, Date.now());
  if (problem === undefined) return false;
  // To write it again keeps the time of the next run, where that has not come yet.
  if (problem === 'far ahead') await queue.removeScheduler(name);
  await queue.upsertScheduler(name, wantedMs, { name, options });
  logger.info({ schedule: name, everyMs: wantedMs, problem }, 'schedule set');
  return true;
}

/** Why a scheduler must be written again; undefined when it is as it should be. */
export function describeProblem(
  state: SchedulerState | undefined,
  everyMs: number,
  nowMs: number,
): 'absent' | 'other interval' | 'overdue' | 'far ahead' | undefined {
  if (state === undefined) return 'absent';
  if (state.everyMs !== everyMs) return 'other interval';
  const toleratedMs = Math.max(TOLERATED_AT_LEAST_MS, TOLERATED_INTERVALS * everyMs);
  if (state.nextRunAt === null) return 'overdue';
  if (!state.isPlanned && nowMs - state.nextRunAt > toleratedMs) return 'overdue';
  return state.nextRunAt - nowMs > toleratedMs ? 'far ahead' : undefined;
}
