import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../plan/plan.ts';
import { type LastLines, readLastLines } from '../processes/program-log.ts';
import { createVerdict, type SeedResult, type Verdict } from './seed-result.ts';

export interface VerdictOptions {
  /** A folder of each seed lies in it. */
  readonly workDir: string;
  /** Leaves the folder of the seed where it is, also where all held. */
  readonly keep: boolean;
  /** Told when a part of the run begins. */
  readonly onPhase?: (phase: string, seconds: number) => void;
}

/** What has to be ended in any case. */
export interface Stoppable {
  /** Throws where something cannot be ended; called again, it ends the rest. */
  stop(): Promise<void>;
}

/** The work of one seed. */
export interface SeedWork<World extends Stoppable> {
  /** Starts everything in a folder; `keeps` is asked in the end whether what it leaves there will be kept. */
  readonly start: (dir: string, keeps: () => boolean) => Promise<World>;
  /** Writes into the verdict what it finds, as it finds it. */
  readonly judge: (world: World, verdict: Verdict, tell: (phase: string) => void) => Promise<void>;
}

/** Lines of each process that a failure is reported with. */
const TOLD_LINES = 6;
/** More than a world has parts. */
const MOST_STOPS = 50;

/** One seed from nothing to the verdict. Never throws: what breaks the run off is a finding beside those that it had so far. */
export async function runToVerdict<World extends Stoppable>(
  plan: Plan,
  { workDir, keep, onPhase }: VerdictOptions,
  { start, judge }: SeedWork<World>,
): Promise<SeedResult> {
  const startedAt = performance.now();
  const dir = join(workDir, `seed-${plan.seed}`);
  const verdict = createVerdict();
  let phase = 'start';
  const tell = (name: string): void => {
    phase = name;
    onPhase?.(name, (performance.now() - startedAt) / 1000);
  };
  const note = (error: unknown): void => {
    verdict.findings.push({ invariant: 'run', message: `${phase}: ${wordsOf(error)}` });
  };
  // What does not come to a verdict is kept as well.
  let isOver = false;
  const keeps = (): boolean => keep || !isOver || verdict.findings.length > 0;
  let lastLines: readonly LastLines[] = [];
  try {
    await rm(dir, { recursive: true, force: true });
    tell('start');
    const world = await start(dir, keeps);
    await judge(world, verdict, tell).catch(note);
    isOver = true;
    // Before processes are ended that are still there: what they say of that is of no interest.
    if (verdict.findings.length > 0) lastLines = await linesIn(dir);
    tell('end');
    await stopAll(world, note);
    if (!keeps()) await rm(dir, { recursive: true, force: true });
  } catch (error) {
    note(error);
  }
  if (verdict.findings.length > 0 && lastLines.length === 0) lastLines = await linesIn(dir);
  const seconds = (performance.now() - startedAt) / 1000;
  return { plan, ...verdict, keptIn: keeps() ? dir : null, lastLines, seconds };
}

/** What one of its parts throws does not keep the others from being ended. */
async function stopAll(world: Stoppable, note: (error: unknown) => void): Promise<void> {
  for (let tries = 0; tries < MOST_STOPS; tries += 1) {
    try {
      await world.stop();
      return;
    } catch (error) {
      note(error);
    }
  }
}

/** Where a world leaves its logs; lines that cannot be read are not worth a run. */
function linesIn(dir: string): Promise<readonly LastLines[]> {
  return readLastLines(join(dir, 'logs'), TOLD_LINES).catch(() => []);
}

/** With the stack, because it is unexpected. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
