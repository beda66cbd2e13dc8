import type { FaultName } from '../plan/fault-list.ts';
import type { Episode } from '../plan/plan.ts';
import { expectRefusal } from './expect-refusal.ts';
import { JOB_LOCK_MS, pause } from './pause.ts';
import type { Struck } from './struck.ts';
import type { World } from './world.ts';

/** Strikes an indexer or the API. Null for faults of other lanes. */
export async function strikeProcess(fault: FaultName, world: World, target: number): Promise<Struck | null> {
  const victim = fault.startsWith('api') ? world.api : world.indexers[target];
  if (victim === undefined) return null;
  const effects = victim.isRunning() ? 1 : 0;
  switch (fault) {
    case 'indexerKilled':
    case 'apiKilled':
      await victim.end('SIGKILL');
      return { end: () => victim.start(), effects: async () => effects };
    case 'indexerStopped':
    case 'apiStopped': {
      const ended = victim.end('SIGTERM');
      return { end: () => ended.then(() => victim.start()), effects: async () => effects };
    }
    case 'indexerPaused':
    case 'apiPaused':
      return pause(victim, 0);
    case 'indexerSlept':
      return pause(victim, JOB_LOCK_MS);
    case 'foreignIndexer': {
      const program = await world.startForeignIndexer();
      return { end: () => expectRefusal(program), effects: async () => 1 };
    }
    default:
      return null;
  }
}

const [LEAST_SHIFT_MS, MOST_SHIFT_MS] = [2_000, 3 * 3_600_000];

/** Sets the clock of a process wrong. Null for faults of other lanes. */
export async function strikeClock({ fault, target, strength }: Episode, world: World): Promise<Struck | null> {
  const clock = world.clocks[target];
  if (clock === undefined || (fault !== 'clockAhead' && fault !== 'clockBack')) return null;
  const milliseconds = Math.round(LEAST_SHIFT_MS * (MOST_SHIFT_MS / LEAST_SHIFT_MS) ** strength);
  const before = await clock.askedWhileOff();
  await clock.shift(fault === 'clockAhead' ? milliseconds : -milliseconds);
  return {
    end: () => clock.shift(0),
    // A process that was started meanwhile counts anew.
    effects: async () => {
      const asked = await clock.askedWhileOff();
      return asked < before ? asked : asked - before;
    },
  };
}
