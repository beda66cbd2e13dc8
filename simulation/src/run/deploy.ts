import { untilItAnswers } from '../processes/start-program.ts';
import type { Struck } from './struck.ts';
import type { Successor } from './supervisor.ts';
import type { World } from './world.ts';

/**
 * A rolling deploy: the new version's migrations while the old processes work, then new processes beside the old ones, and
 * after a while SIGTERM to those. The old ones are of the version of `--old`, if one was given, until here.
 */
export async function deploy(world: World): Promise<Struck> {
  const { indexers, api } = world;
  world.version.isNew = true;
  await world.migrate();
  const successors: Successor[] = [];
  for (const place of indexers.filter((each) => each.isRunning())) successors.push(await place.startSuccessor());
  const server = api.isRunning() ? await api.startSuccessor() : null;
  return {
    effects: async () => [...successors, server].filter((each) => each?.process.exit() === null).length,
    end: async () => {
      // Other faults may be in force, so that the old ones cannot put everything in order; see `auditAskedEnds`.
      for (const successor of successors) await successor.takeOver();
      if (server === null) return;
      // A balancer sends requests to the new one once it answers, and then only to it.
      await untilItAnswers(server.process, `${world.apiUrlOf(server.process)}/health`).catch(() => undefined);
      await world.routeTo(server.process);
      await server.takeOver();
    },
  };
}
