import { HOUR_MS } from '@tidemark/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { aggregate, batch, MINT, observation } from '../../test/support/price-batches.ts';
import { runCli } from '../../test/support/run-cli.ts';
import { rollUpPrices } from '../prices/roll-up-prices.ts';
import { writePriceBatch } from '../prices/write-price-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** One read of prices at a time, as a node says it. */
async function readAt(place: number, observedAt: Date): Promise<void> {
  const dated = { publishedAt: observedAt };
  await writePriceBatch(database.sql, {
    ...batch(place, '1'),
    ...{ observedAt, startedAt: new Date() },
    observations: [observation('1', dated)],
    aggregates: [aggregate('1', dated)],
  });
}
const timesOf = async (statement: string): Promise<number[]> => {
  const rows = await database.sql.unsafe<{ at: Date }[]>(statement);
  return rows.map(({ at }) => at.getTime());
};
const run = (...args: readonly string[]) => runCli('future-cli.ts', args, { DATABASE_URL: database.url });

it('prices of tomorrow make no bucket of tomorrow; the command shows them, removes them when told to, and new reads go on', async () => {
  const now = Date.now();
  const firstSeen = new Date(now - 60_000);
  await readAt(1, firstSeen);
  await readAt(2, new Date(now + 24 * HOUR_MS));
  await rollUpPrices(database.sql);
  const buckets = await timesOf('SELECT bucket_start AS at FROM lend.price_buckets');
  expect(buckets.length).toBeGreaterThan(0);
  expect(Math.max(...buckets)).toBeLessThanOrEqual(Date.now());

  expect(await run('--all')).toMatchObject({
    code: 1,
    stderr: 'remove-future: there is no argument --all; there is --yes\n',
  });
  const shown = await run();
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/lend\.price_batches {2}1 rows, up to .*: removed\n/),
  });
  expect(shown.stdout).toContain('Nothing was changed');
  expect(await timesOf('SELECT observed_at AS at FROM lend.price_batches')).toHaveLength(2);

  expect((await run('--yes')).stdout).toMatch(/Done\. Then: npm run rebuild -- --from \d{4}-\d\d-\d\d --to/);
  expect(await run()).toMatchObject({ code: 0, stdout: 'No row lies in the future.\n' });
  const [latest] = await database.sql<{ firstSeenAt: Date; observedAt: Date }[]>`
    SELECT first_seen_at AS "firstSeenAt", observed_at AS "observedAt" FROM lend.price_latest WHERE token_mint = ${MINT}`;
  expect(latest?.firstSeenAt).toEqual(firstSeen);
  const read = new Date();
  expect(latest?.observedAt.getTime()).toBeLessThanOrEqual(read.getTime());
  await readAt(3, read);
  expect(await timesOf('SELECT observed_at AS at FROM lend.price_latest')).toEqual([read.getTime()]);
});
