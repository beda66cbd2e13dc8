import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { save } from '@tidemark/protocols';
import { encodeReserve } from '@tidemark/protocols/kamino';
import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { listQuarantinedReserves } from '@tidemark/schema';
import { addressFromLabel, sharedDir } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditScene, listOpen } from '../../test/test-audit.ts';
import { MARKET, shareTestChain, START_SLOT, START_TIME, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

const UNLISTED = addressFromLabel('anybody’s market');

let chain: TestChain;
let database: IndexerTestDatabase;
let pipeline: TestPipeline;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  await chain.putMarket('anybody’s market');
  await chain.putReserve('fine');

  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterEach(async () => {
  pipeline.close();
  await database.drop();
});

/** Reserves that no version can read, of a market. */
async function putUnreadable(lendingMarket: string): Promise<void> {
  for (const label of ['a', 'b', 'c']) {
    const data = encodeReserve(buildReserve({ symbol: label, lendingMarket }));
    data[4856] = 9;
    await chain.put(addressFromLabel(label), data);
  }
}
const metricOf = async (name: string): Promise<string[]> =>
  (await pipeline.metrics.metrics.render()).split('\n').filter((line) => line.startsWith(`tidemark_indexer_${name}{`));

describe('whoever makes a market', () => {
  it('says with its reserves nothing of the protocol; those of a listed market do', async () => {
    await putUnreadable(UNLISTED);
    await pipeline.discover('discover-1');
    await auditScene({ chain, database });
    expect(await listOpen({ database })).toEqual(['decode_failures account_kind info']);
    expect(await metricOf('quarantine_accounts')).toEqual([]);

    await putUnreadable(MARKET);
    await pipeline.discover('discover-2');
    await auditScene({ chain, database });
    expect(await listOpen({ database })).toEqual(['decode_failures account_kind critical']);
    expect(await metricOf('quarantine_accounts')).toEqual([
      'tidemark_indexer_quarantine_accounts{account_kind="reserve",reason="UNKNOWN_STATUS"} 3',
    ]);
  });

  it('says nothing with reserves that stand still', async () => {
    await chain.putReserve('theirs', { lendingMarket: UNLISTED });
    await pipeline.discover('discover-1');
    await database.sql`UPDATE lend.batch_commits SET committed_at = committed_at - interval '1 hour'`;
    await chain.setClock({ slot: START_SLOT + 1_000, unixTime: START_TIME + 400 });
    await pipeline.runBatch({ id: 'later', index: 0, addresses: [addressFromLabel('fine')] });
    await database.sql`UPDATE lend.batch_commits SET committed_at = committed_at - interval '1 hour'`;
    await chain.setClock({ slot: START_SLOT + 2_000, unixTime: START_TIME + 800 });
    await pipeline.runBatch({ id: 'last', index: 0, addresses: [addressFromLabel('fine')] });
    await auditScene({ chain, database }, { settleMs: 60_000 });
    expect(await listOpen({ database })).toEqual(['frozen_accounts reserve info']);
  });
});

describe.skipIf(sharedDir() === null)('a refused account of one protocol', () => {
  it('is listed under it alone', async () => {
    const dir = join(sharedDir() ?? '', 'faults', 'accounts', 'rate-out-of-range');
    for (const file of (await readdir(dir)).filter((name) => name.endsWith('.bin')))
      await chain.put(file.replace('.bin', ''), new Uint8Array(await readFile(join(dir, file))));
    await pipeline.discover('discover-1');
    const refused = await listQuarantinedReserves(database.sql, { protocol: 'kamino' });
    expect(refused.length).toBe(2);
    expect(await listQuarantinedReserves(database.sql, { protocol: 'save' })).toEqual([]);
    await auditScene({ chain, database }, { protocol: save });
    expect(await listOpen({ database }, 'save')).toEqual([]);
  });
});
