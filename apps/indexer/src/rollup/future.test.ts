import { listFutureRows, removeFutureRows } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { shareTestChain, START_SLOT, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { rebuildAll, rollUp } from '../../test/test-rollup.ts';

const LABELS = ['sol', 'usdc'];
const HOUR_SECONDS = 3_600;
const TOLERANCE = { toleranceMs: 120_000 };

let chain: TestChain;
let database: IndexerTestDatabase;
/** Believes a node that is a day ahead, as every version before did. */
let credulous: TestPipeline;
let pipeline: TestPipeline;
let now: number;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  database = await openTestDatabase();
  credulous = openPipeline(chain, database, { clockToleranceMs: 86_400_000 });
  pipeline = openPipeline(chain, database, { rpcMaxRetries: 0 });
  now = Math.floor(Date.now() / 1000);
});
afterEach(async () => {
  credulous.close();
  pipeline.close();
  await database.drop();
});

async function pollAt(target: TestPipeline, place: number, unixTime: number): Promise<void> {
  await chain.setClock({ slot: START_SLOT + place, unixTime });
  const liquidity = { availableAmountRaw: BigInt(place + 1) };
  for (const label of LABELS) await chain.putReserve(label, { liquidity });
  await target.runBatch({ id: `poll-${place}`, index: 0, addresses: LABELS.map((label) => addressFromLabel(label)) });
}

/** Every stored time of the schema that is later than so many seconds after now; `bucket_revisions` only counts how often a day has changed. */
async function timesAfter(seconds: number): Promise<string[]> {
  const columns = await database.sql<{ table: string; column: string }[]>`
    SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns AS c
    JOIN information_schema.tables AS t USING (table_schema, table_name)
    WHERE c.table_schema = 'lend' AND c.data_type = 'timestamp with time zone' AND t.table_type = 'BASE TABLE'
      AND c.table_name <> 'bucket_revisions'`;
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const rows = await database.sql.unsafe(
        `SELECT FROM lend."${table}" WHERE "${column}" > now() + interval '${seconds} seconds' AND isfinite("${column}")`,
      );
      return rows.length === 0 ? [] : [`${table}.${column}`];
    }),
  );
  return found.flat();
}

it('no bucket begins after now, however far ahead a stored time is', async () => {
  await pollAt(pipeline, 0, now - 10);
  await pollAt(credulous, 1, now + 5 * HOUR_SECONDS);
  await pollAt(credulous, 2, now + 5 * HOUR_SECONDS + 5);
  await rollUp(database);
  const rebuilt = async () => {
    const starts = await Promise.all(
      ['reserve_quarters', 'reserve_hours', 'reserve_days', 'bucket_totals'].map((table) =>
        database.sql.unsafe<{ start: Date }[]>(`SELECT bucket_start AS start FROM lend.${table}`),
      ),
    );
    return starts.flat().map(({ start }) => start.getTime());
  };
  const grown = await rebuilt();
  expect(grown.length).toBeGreaterThan(0);
  expect(Math.max(...grown)).toBeLessThanOrEqual(Date.now());
  await rebuildAll(database);
  expect(Math.max(...(await rebuilt()))).toBeLessThanOrEqual(Date.now());
});

it('rows of the future are shown, and removed with all that was made of them; the next polls go on', async () => {
  await pollAt(pipeline, 0, now - 40);
  await pollAt(credulous, 1, now + 20 * HOUR_SECONDS);
  await rollUp(database);
  const shown = await listFutureRows(database.sql, TOLERANCE);
  const tables = shown.found.map(({ table }) => table);
  expect(tables).toEqual(
    expect.arrayContaining(['reserve_latest', 'reserve_snapshots', 'poll_batches', 'ingest_gaps']),
  );
  expect(await listFutureRows(database.sql, TOLERANCE)).toEqual(shown);
  expect(shown.writtenSince?.getTime()).toBeGreaterThan((now - 60) * 1000);
  expect((await timesAfter(120)).length).toBeGreaterThan(0);

  expect(await removeFutureRows(database.sql, TOLERANCE)).toEqual(shown);
  expect(await timesAfter(120)).toEqual([]);
  expect(await listFutureRows(database.sql, TOLERANCE)).toEqual({ found: [], writtenSince: null });

  await pollAt(pipeline, 2, now - 5);
  await pollAt(pipeline, 3, now);
  await rollUp(database);
  await rebuildAll(database);
  expect(await timesAfter(120)).toEqual([]);
  expect(await database.sql`SELECT slot FROM lend.reserve_latest`).toEqual(
    LABELS.map(() => ({ slot: BigInt(START_SLOT + 3) })),
  );
  const gaps = await database.sql`SELECT reason_code, to_at FROM lend.ingest_gaps`;
  expect(gaps).toEqual(LABELS.map(() => ({ reason_code: 'not_polled', to_at: new Date((now - 5) * 1000) })));
});
