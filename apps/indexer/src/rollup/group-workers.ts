import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { GroupContext, GroupReport, GroupWorker, RollupGroup } from './roll-up-group.ts';

/** What a process is sent: `src/rebuild-worker.ts`. */
export interface GroupMessage {
  readonly context: GroupContext;
  readonly group: RollupGroup;
}
/** What it sends after each group. */
export type GroupAnswer = { readonly report: GroupReport } | { readonly error: unknown };

export interface GroupWorkers {
  readonly workers: readonly GroupWorker[];
  /** Ends the processes. Call it when no group is under way. */
  readonly close: () => Promise<void>;
}

/** Processes that make groups, each with a connection of its own. `program`: the path of `rebuild-worker`. */
export function startGroupWorkers(program: string, databaseUrl: string, count: number): GroupWorkers {
  const children = Array.from({ length: count }, () => {
    // Dates stay dates.
    const child = fork(program, { serialization: 'advanced', env: { ...process.env, DATABASE_URL: databaseUrl } });
    const exit = once(child, 'exit');
    // One that ends between two groups makes the next one fail.
    exit.catch(() => undefined);
    return { child, exit };
  });
  return {
    workers: children.map(
      ({ child, exit }): GroupWorker =>
        async (context, group) => {
          const answer = await Promise.race([
            send(child, { context, group }),
            exit.then(([code, signal]) => code ?? signal),
          ]);
          if (answer === null || typeof answer !== 'object')
            throw new Error(`a process of the rebuild ended with ${answer}`);
          if ('error' in answer) throw answer.error;
          return answer.report;
        },
    ),
    close: async () => {
      for (const { child } of children) if (child.connected) child.disconnect();
      await Promise.allSettled(children.map(({ exit }) => exit));
    },
  };
}

async function send(child: ChildProcess, message: GroupMessage): Promise<GroupAnswer> {
  const answered = once(child, 'message');
  // Fails where the process is gone; its exit says so, too.
  child.send(message, () => undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `rebuild-worker` sends
  return ((await answered) as [GroupAnswer])[0];
}
