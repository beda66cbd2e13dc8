import { createDatabase, listLatestReserves, migrate, type PollBatch, writePollBatch } from '../src/index.ts';

/** Brings the database up to date, stores one poll batch, and reads what is newest. */
export async function storeAndRead(url: string, batch: PollBatch): Promise<string[]> {
  await migrate({ url });
  const database = createDatabase({ url, maxConnections: 4, applicationName: 'example' });
  try {
    const { snapshotsWritten, unchanged } = await writePollBatch(database.sql, batch);
    const rows = await listLatestReserves(database.db, { protocol: batch.protocol });
    return [
      `${snapshotsWritten} snapshots kept, ${unchanged} reserves unchanged`,
      ...rows.map((row) => `${row.tokenSymbol} at slot ${row.slot}: ${row.suppliedAmountF}`),
    ];
  } finally {
    await database.close();
  }
}
