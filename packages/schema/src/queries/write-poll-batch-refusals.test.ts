import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, buildBatch, buildState, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { ReserveState } from '../tables/index.ts';
import { writePollBatch } from './write-poll-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['good', 'bad'] });
});
afterAll(() => database.drop());

async function countRows(): Promise<Record<string, number>> {
  const [row] = await database.sql<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM lend.reserve_snapshots) AS snapshots,
      (SELECT count(*)::int FROM lend.reserve_latest) AS latest,
      (SELECT count(*)::int FROM lend.poll_batches) AS batches,
      (SELECT count(*)::int FROM lend.quarantine) AS quarantine`;
  return { ...row };
}

const NOTHING = { snapshots: 0, latest: 0, batches: 0, quarantine: 0 };

const UNSTORABLE: [string, Partial<ReserveState>][] = [
  ['borrow_apy_f', { borrowApyF: Number.NaN }],
  ['supplied_amount_usd_f', { suppliedAmountUsdF: Number.NaN }],
  ['price_usd_f', { priceUsdF: Number.POSITIVE_INFINITY }],
  ['utilization_f', { utilizationF: Number.NEGATIVE_INFINITY }],
  ['slot_duration_ms_f', { slotDurationMsF: 0 }],
  ['available_amount_raw', { availableAmountRaw: 2n ** 64n }],
  ['available_amount_raw', { availableAmountRaw: -1n }],
  ['borrowed_amount_sf', { borrowed: 2n ** 128n }],
  ['cumulative_borrow_rate_bsf', { borrowIndex: 2n ** 256n }],
  ['deposit_cap_current_raw', { depositCapCurrentRaw: 2n ** 63n }],
  ['last_update_slot', { lastUpdateSlot: 2n ** 63n }],
  ['price_status', { priceStatus: 256 }],
  ['last_update_at', { lastUpdateAt: new Date(Number.NaN) }],
  ['market_price_updated_at', { priceUpdatedAt: new Date(8.64e15) }],
  ['account_sha256', { accountSha256: new Uint8Array(31) }],
];

describe('writePollBatch', () => {
  it.each(UNSTORABLE)(
    'refuses the batch for an unstorable %s, naming the reserve, and writes nothing',
    async (column, overrides) => {
      const states = [buildState('good', 0, 'a'), buildState('bad', 0, 'a', overrides)];
      await expect(writePollBatch(database.sql, buildBatch(0, states))).rejects.toMatchObject({
        code: 'INVALID_ROW',
        retryable: false,
        context: { address: addressOf('bad'), column },
      });
      expect(await countRows()).toEqual(NOTHING);
    },
  );

  it('refuses a reserve twice and a row of another bank', async () => {
    const state = buildState('good', 0, 'a');
    await expect(writePollBatch(database.sql, buildBatch(0, [state, state]))).rejects.toMatchObject({
      code: 'INVALID_ROW',
    });
    await expect(writePollBatch(database.sql, buildBatch(5, [state]))).rejects.toMatchObject({ code: 'INVALID_ROW' });
    expect(await countRows()).toEqual(NOTHING);
  });

  it('leaves nothing when the transaction fails in its middle, and succeeds under the same id afterwards', async () => {
    await database.sql.unsafe(`
      CREATE FUNCTION fail_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk on fire'; END $$;
      CREATE TRIGGER fail_batch BEFORE INSERT ON lend.poll_batches FOR EACH ROW EXECUTE FUNCTION fail_batch();`);
    const quarantined = [
      {
        address: addressOf('odd'),
        accountKind: 'reserve',
        protocol: 'kamino',
        lendingMarket: null,
        listed: null,
        reasonCode: 'WRONG_SIZE',
        expected: null,
        actual: null,
        dataSha256: sha256Of(''),
        dataLength: 0,
        data: new Uint8Array(),
      },
    ];
    const batch = buildBatch(0, [buildState('good', 0, 'a')], { quarantined });
    await expect(writePollBatch(database.sql, batch)).rejects.toThrow('disk on fire');
    expect(await countRows()).toEqual(NOTHING);

    await database.sql`DROP TRIGGER fail_batch ON lend.poll_batches`;
    await writePollBatch(database.sql, batch);
    expect(await countRows()).toEqual({ snapshots: 1, latest: 1, batches: 1, quarantine: 1 });
  });
});

describe('the tables', () => {
  it.each(['reserve_snapshots', 'reserve_latest'])(
    '%s refuses NaN and Infinity in every double and NaN in every numeric',
    async (table) => {
      const columns = await database.sql<{ name: string; type: string }[]>`
      SELECT a.attname AS name, format_type(b.oid, NULL) AS type FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
      JOIN pg_type AS b ON b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
      WHERE a.attrelid = ${`lend.${table}`}::regclass AND a.attnum > 0 AND NOT a.attisdropped
        AND b.oid IN ('float8'::regtype, 'numeric'::regtype)`;
      expect(columns.length).toBeGreaterThan(35);
      for (const { name, type } of columns) {
        const values = type === 'double precision' ? ['NaN', 'Infinity', '-Infinity'] : ['NaN'];
        for (const value of values) {
          const update = database.sql.unsafe(`UPDATE lend.${table} SET ${name} = '${value}'`);
          await expect(update).rejects.toMatchObject({ code: '23514' });
        }
      }
    },
  );
});
