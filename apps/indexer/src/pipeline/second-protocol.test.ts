import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { save } from '@tidemark/protocols';
import { SAVE_PROGRAM_ADDRESS } from '@tidemark/protocols/save';
import { sharedDir } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditScene, listOpen } from '../../test/test-audit.ts';
import { openSaveScene, type SaveScene } from '../../test/save-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, TEST_GENESIS_HASH, type TestPipeline } from '../../test/test-pipeline.ts';

const dir = join(sharedDir() ?? '', 'save');

/** One execution of the program's binary: a reserve refreshed `slots` after its last update. */
interface Execution {
  readonly file: string;
  readonly slots: string;
  readonly fromSlot: string;
  readonly after: Readonly<Record<string, string | number>>;
}

/** Reserves of devnet that nobody has refreshed for five years, at rates whose growth over them fits no number. */
const BRICKED = [
  '5CXDzn4AygQwu59fGxo34T965BmYMHuGvAuoRMeRBKg4',
  '8eUYeEiGXRMN7V9Xx7CehwSRfJB9iQfJW249zX1z7Uue',
  'HbXi7Gpe5GXzE7V1SjEEy3sDurmFi7RbTvCZ3Rd7Nv6b',
];

/** Save behind the same pipeline as Kamino: found, stored and accrued, without a line of the pipeline that knows it. */
describe.skipIf(sharedDir() === null)('a second protocol', () => {
  let chain: TestChain;
  let database: IndexerTestDatabase;
  let pipeline: TestPipeline;

  beforeAll(async () => {
    chain = await shareTestChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    await chain.reset();
    await chain.setClock({ slot: 453_700_000, unixTime: 1_791_000_000 });
    for (const file of await readdir(join(dir, 'accounts'))) {
      const data = new Uint8Array(await readFile(join(dir, 'accounts', file)));
      await chain.put(file.split('@')[0] ?? file, data, SAVE_PROGRAM_ADDRESS);
    }
    database = await openTestDatabase();
    pipeline = openPipeline(chain, database, { protocols: [save], slotDurationMs: 400 }, TEST_GENESIS_HASH, save);
  });
  afterEach(async () => {
    pipeline.close();
    await database.drop();
  });

  it('is discovered by owner and size, and stored as of one slot; what no program can refresh is refused', async () => {
    const report = await pipeline.discover('discover-1');
    expect(report).toMatchObject({ source: 'listed' });
    const refused = await database.sql`SELECT address, reason_code FROM lend.quarantine ORDER BY address`;
    expect(refused.map((row) => row['reason_code'])).toEqual(BRICKED.map(() => 'ARITHMETIC_OVERFLOW'));
    expect(refused.map(({ address }) => address)).toEqual(BRICKED);
    const rows = await database.sql`
      SELECT r.address, r.protocol, r.token_symbol, l.slot FROM lend.reserves AS r
      LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address ORDER BY r.address`;
    expect(rows.length).toBe(11);
    expect(rows.find(({ address }) => address === 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw')).toEqual({
      address: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw',
      protocol: 'save',
      token_symbol: 'USDC',
      slot: 453_700_000n,
    });
    const markets = await database.sql`SELECT address, display_name FROM lend.lending_markets ORDER BY address`;
    expect(markets.length).toBeGreaterThanOrEqual(7);
    expect(markets).toContainEqual({
      address: '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY',
      display_name: 'Main Pool',
    });
  });

  it('becomes, to the last bit, what the program itself made of it', async () => {
    const { cases }: { cases: Execution[] } = JSON.parse(await readFile(join(dir, 'golden', 'onchain.json'), 'utf8'));
    // The clock of a chain only goes on, and the accounts are of different years: each is executed alone.
    const executions = cases.filter(({ file }) => file.startsWith('Bgxf'));
    expect(executions.length).toBe(10);
    for (const [index, { file, fromSlot, slots, after }] of executions.entries()) {
      await chain.setClock({ slot: Number(fromSlot) + Number(slots) });
      const id = `execution-${index}`;
      const reserve = file.split('@')[0] ?? file;
      await pipeline.runBatch({ id, index: 0, addresses: [reserve] });
      const [row] = await database.sql`
        SELECT accrued_available_amount_raw, accrued_borrowed_amount_sf, accrued_cumulative_borrow_rate_bsf,
          accrued_protocol_fees_sf, accrued_total_supply_sf, borrow_rate_sf
        FROM lend.reserve_latest WHERE reserve = ${reserve} AND poll_batch_id = ${id}`;
      expect(row, `${reserve} after ${slots} slots`).toEqual({
        accrued_available_amount_raw: after['availableAmount'],
        accrued_borrowed_amount_sf: after['borrowedAmountWads'],
        accrued_cumulative_borrow_rate_bsf: after['cumulativeBorrowRateWads'],
        accrued_protocol_fees_sf: after['accumulatedProtocolFeesWads'],
        accrued_total_supply_sf: after['totalSupplyWads'],
        borrow_rate_sf: after['borrowRateWad'],
      });
    }
  });
});

describe('a simulated chain of a second protocol', () => {
  let chain: TestChain;
  let scene: SaveScene;

  beforeAll(async () => {
    chain = await shareTestChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    scene = await openSaveScene(chain);
  });
  afterEach(() => scene.close());

  it('is stored as it moves, and the audit finds every identity kept', async () => {
    const { database } = scene;
    for (let round = 1; round <= 12; round++) await scene.pollAt(120 * round);
    const [count] = await database.sql`SELECT count(*)::int AS rows FROM lend.reserve_snapshots`;
    expect(count?.['rows']).toBeGreaterThan(8 * 10);
    const [own] = await database.sql`
      SELECT own FROM lend.reserve_latest WHERE reserve = 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw'`;
    // The market was read with the reserve, in the same call.
    expect(own?.['own']).toMatchObject({ marketOutflowWindowStartSlot: expect.stringMatching(/^\d+$/) });
    await auditScene({ chain, database }, { protocol: save });
    expect(await listOpen({ database }, 'save')).toEqual([]);
  });
});
