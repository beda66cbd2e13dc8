import { createDatabase, type Database, migrate } from '@tidemark/schema';
import { createTestDatabase } from '@tidemark/testing';

export interface IndexerTestDatabase extends Database {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** An empty, migrated database of its own. */
export async function openTestDatabase(): Promise<IndexerTestDatabase> {
  const { url, drop } = await createTestDatabase({
    template: { name: 'indexer', prepare: (templateUrl) => migrate({ url: templateUrl }) },
  });
  const database = createDatabase({ url, maxConnections: 4, applicationName: 'indexer test' });
  return {
    ...database,
    url,
    async drop() {
      await database.close();
      await drop();
    },
  };
}
