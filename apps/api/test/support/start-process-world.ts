import { createDatabase, type Database, migrate } from '@tidemark/schema';
import {
  chooseTestPort,
  createTestDatabase,
  startProcess,
  stopAllProcesses,
  type TestProcess,
} from '@tidemark/testing';
import { buildState } from './rows.ts';
import { commitBatch, seedReserves } from './seed.ts';

/** A database with one reserve, for tests of the API as a process. */
export interface ProcessWorld {
  readonly databaseUrl: string;
  readonly database: Database;
  /** Starts the API; resolves when it answers `/health`. */
  start(env?: Readonly<Record<string, string>>): Promise<{ readonly child: TestProcess; readonly url: string }>;
  stop(): Promise<void>;
}

export async function openProcessWorld(): Promise<ProcessWorld> {
  const testDatabase = await createTestDatabase({ template: { name: 'schema', prepare: (url) => migrate({ url }) } });
  const database = createDatabase({ url: testDatabase.url, maxConnections: 2 });
  await seedReserves(database, ['SOL']);
  await commitBatch(database, 10, [buildState('SOL', 10)]);
  return {
    databaseUrl: testDatabase.url,
    database,
    async start(env = {}) {
      const port = await chooseTestPort();
      const url = `http://127.0.0.1:${port}`;
      const child = await startProcess({
        entry: 'apps/api/src/main.ts',
        // Its data are as old as the world.
        env: {
          PORT: String(port),
          HOST: '127.0.0.1',
          DATABASE_URL: testDatabase.url,
          READY_MAX_AGE_MS: '3600000',
          ...env,
        },
        ready: { url: `${url}/health` },
      });
      return { child, url };
    },
    async stop() {
      await stopAllProcesses();
      await database.close();
      await testDatabase.drop();
    },
  };
}
