import { createDatabase } from '@tidemark/schema';
import { MAINTENANCE_LIMITS } from './connections.ts';
import type { GroupAnswer, GroupMessage } from './rollup/group-workers.ts';
import { rollUpGroup } from './rollup/roll-up-group.ts';

// A process of a rebuild: makes the groups that it is sent, one at a time, and ends with the process that started it, between two groups.
const database = createDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  maxConnections: 1,
  applicationName: 'tidemark-rebuild',
  limits: MAINTENANCE_LIMITS,
});

async function answer({ context, group }: GroupMessage): Promise<void> {
  const outcome = await rollUpGroup({ sql: database.sql, ...context }, group).then(
    (report): GroupAnswer => ({ report }),
    (error: unknown): GroupAnswer => ({ error }),
  );
  if (process.connected) process.send?.(outcome);
}

// A signal to both is for the other one, which stops between two groups.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (message: GroupMessage) => void answer(message));
process.on('disconnect', () => void database.close());
