import { createApiKey, createDatabase } from '@tidemark/schema';

/** A key of the API, without limits that a benchmark would meet. */
export async function issueKey(databaseUrl: string): Promise<string> {
  const database = createDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const limits = { requestsPerMinute: 1_000_000, concurrentExports: 100 };
    return (await createApiKey(database.sql, { username: `bench-${Date.now()}`, ...limits })).key;
  } finally {
    await database.close();
  }
}
