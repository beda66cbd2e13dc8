import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildReserveInput,
  buildState,
  sha256Of,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Sql } from '../create-database.ts';
import type { PollBatch } from '../queries/poll-batch.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import type { JsonObject, ReserveInput } from '../tables/index.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const CONFIG: JsonObject = {
  loanToValuePct: 75,
  depositLimitRaw: '18446744073709551615',
  fees: { originationFee: '0' },
};

/** A reserve row with this configuration, whose hash is that of the configuration and the identity. */
function reserveRow(label: string, seconds: number, config: JsonObject, overrides: Partial<ReserveInput> = {}) {
  const configSha256 = sha256Of(JSON.stringify([config, overrides]));
  return buildReserveInput(label, seconds, '', { config, configSha256, ...overrides });
}

/** Writes one batch in which the reserve is seen with this configuration. */
function see(label: string, seconds: number, config: JsonObject, options: Partial<PollBatch> & { sql?: Sql } = {}) {
  const { sql = database.sql, ...overrides } = options;
  const batch = buildBatch(seconds, [buildState(label, seconds, `at ${seconds}`)], {
    id: `${label}-${seconds}`,
    reserves: [reserveRow(label, seconds, config)],
    ...overrides,
  });
  return writePollBatch(sql, batch);
}

const logOf = async (label: string) => {
  const rows = await database.db.query.configChanges.findMany({
    where: (table, { eq }) => eq(table.account, addressOf(label)),
    orderBy: (table, { asc }) => [asc(table.slot), asc(table.field)],
  });
  return rows.map(({ changeId, recordedAt, ...row }) => {
    expect(recordedAt).toBeInstanceOf(Date);
    expect(changeId).toBeGreaterThan(0n);
    return row;
  });
};

/** `second: field old -> new` of what was logged. */
const changesOf = async (label: string): Promise<string[]> =>
  (await logOf(label)).map(
    (row) => `${(row.slot - bankAt(0).slot) / 2n}: ${row.field} ${row.oldValue} -> ${row.newValue}`,
  );

describe('the log of parameter changes', () => {
  it('takes the first sight of a reserve for no change', async () => {
    const result = await see('first', 10, CONFIG);
    expect(result.configChanges).toEqual([]);
    expect(await logOf('first')).toEqual([]);
  });

  it('holds both values with their types, the two banks and the batch', async () => {
    await see('both', 0, CONFIG);
    await see('both', 50, CONFIG);
    const changed = { ...CONFIG, loanToValuePct: 70, fees: { originationFee: '11529215046068469' } };
    const result = await see('both', 60, changed);
    const common = {
      account: addressOf('both'),
      accountKind: 'reserve',
      protocol: 'kamino',
      lendingMarket: addressOf('market'),
      ...bankAt(60),
      previousSlot: bankAt(50).slot,
      previousObservedAt: bankAt(50).observedAt,
    };
    const expected = [
      { ...common, field: 'fees.origination_fee', oldValue: '0', newValue: '11529215046068469' },
      { ...common, field: 'loan_to_value_pct', oldValue: 75, newValue: 70 },
    ];
    expect(await logOf('both')).toEqual(expected.map((row) => ({ ...row, pollBatchId: 'both-60' })));
    expect(result.configChanges.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual(expected);
  });

  it('says nothing while the configuration stays, and logs the way back as a change of its own', async () => {
    const changed = { ...CONFIG, loanToValuePct: 0 };
    await see('back', 0, CONFIG);
    await see('back', 5, CONFIG);
    await see('back', 10, changed);
    await see('back', 15, changed);
    await see('back', 20, CONFIG);
    expect(await changesOf('back')).toEqual(['10: loan_to_value_pct 75 -> 0', '20: loan_to_value_pct 0 -> 75']);
  });

  it('writes a repeated batch once, and gives no change for the second time', async () => {
    await see('twice', 0, CONFIG);
    const changed = { ...CONFIG, loanToValuePct: 1 };
    await see('twice', 10, changed);
    expect(await see('twice', 10, changed)).toMatchObject({ alreadyWritten: true, configChanges: [] });
    await see('twice', 10, changed, { id: 'the same bank under another id' });
    expect(await changesOf('twice')).toEqual(['10: loan_to_value_pct 75 -> 1']);
  });

  it('is not touched by a batch that comes late, even where it has another configuration', async () => {
    await see('late', 0, CONFIG);
    await see('late', 100, CONFIG);
    const result = await see('late', 50, { ...CONFIG, loanToValuePct: 1 });
    expect(result.configChanges).toEqual([]);
    expect(await changesOf('late')).toEqual([]);
    const [row] =
      await database.sql`SELECT config, config_slot FROM lend.reserves WHERE address = ${addressOf('late')}`;
    expect(row).toMatchObject({ config: CONFIG, config_slot: bankAt(0).slot });
  });

  it('holds a null of the configuration', async () => {
    await see('null', 0, { ...CONFIG, farm: null });
    await see('null', 10, { ...CONFIG, farm: 'a' });
    await see('null', 20, { ...CONFIG, farm: null });
    expect(await changesOf('null')).toEqual(['10: farm null -> a', '20: farm a -> null']);
  });

  it('names what the account says beside its configuration as its columns do', async () => {
    await upsertReserves(database.sql, [reserveRow('renamed', 0, CONFIG, { tokenSymbol: 'OLD' })]);
    const { configChanges } = await upsertReserves(database.sql, [
      reserveRow('renamed', 10, CONFIG, { tokenSymbol: 'NEW', lendingMarket: addressOf('another market') }),
    ]);
    expect(configChanges).toHaveLength(2);
    expect(await logOf('renamed')).toMatchObject([
      { field: 'lending_market', oldValue: addressOf('market'), newValue: addressOf('another market') },
      { field: 'token_symbol', oldValue: 'OLD', newValue: 'NEW', lendingMarket: addressOf('another market') },
    ]);
    expect((await logOf('renamed')).map(({ pollBatchId }) => pollBatchId)).toEqual([null, null]);
  });

  it('does not take what cannot be stored as it is for a change', async () => {
    await upsertReserves(database.sql, [reserveRow('nul', 0, { ...CONFIG, note: 'a\0b' }, { tokenSymbol: 'a\0b' })]);
    await upsertReserves(database.sql, [
      reserveRow('nul', 10, { ...CONFIG, note: 'a\0b', loanToValuePct: 3 }, { tokenSymbol: 'a\0b' }),
    ]);
    expect(await changesOf('nul')).toEqual(['10: loan_to_value_pct 75 -> 3']);
  });

  it('is not written where the batch is not', async () => {
    await see('undone', 0, CONFIG);
    const stranger = buildState('nobody', 10, 'a');
    const states = [buildState('undone', 10, 'x'), stranger];
    const batch = buildBatch(10, states, { reserves: [reserveRow('undone', 10, { ...CONFIG, loanToValuePct: 1 })] });
    await expect(writePollBatch(database.sql, batch)).rejects.toMatchObject({ code: 'UNKNOWN_RESERVE' });
    expect(await changesOf('undone')).toEqual([]);
  });
});

describe('the log of two writers at once', () => {
  it('holds a change that both see once', async () => {
    const writers = [database.connect().sql, database.connect().sql];
    for (let round = 0; round < 10; round += 1) {
      const label = `both see ${round}`;
      await see(label, 0, CONFIG);
      const changed = { ...CONFIG, loanToValuePct: round };
      // One sees it a second later than the other; whoever comes first decides what is logged.
      const seen = writers.map((sql, index) => see(label, 10 + index, changed, { sql }));
      const results = await Promise.all(seen);
      expect(results.flatMap(({ configChanges }) => configChanges)).toHaveLength(1);
      expect(await logOf(label)).toMatchObject([
        { field: 'loan_to_value_pct', oldValue: 75, newValue: round, previousSlot: bankAt(0).slot },
      ]);
    }
  });

  it('holds the change between two first sights of one reserve, and none where they come in the other order', async () => {
    const writers = [database.connect().sql, database.connect().sql];
    for (let round = 0; round < 10; round += 1) {
      const label = `both register ${round}`;
      await Promise.all(
        writers.map((sql, index) => see(label, index * 10, { ...CONFIG, loanToValuePct: index }, { sql })),
      );
      const [row] = await database.sql<{ slot: bigint; config: JsonObject }[]>`
        SELECT config_slot AS slot, config FROM lend.reserves WHERE address = ${addressOf(label)}`;
      expect(row).toMatchObject({ slot: bankAt(10).slot, config: { loanToValuePct: 1 } });
      const changes = await changesOf(label);
      expect([[], ['10: loan_to_value_pct 0 -> 1']]).toContainEqual(changes);
    }
  });
});

describe('the log of a lending market', () => {
  const seeMarket = (label: string, seconds: number, overrides: Parameters<typeof buildMarketInput>[1] = {}) =>
    upsertLendingMarkets(database.sql, [buildMarketInput(seconds, { address: addressOf(label), ...overrides })]);

  it('holds what changed since the read before, but for our own label', async () => {
    await seeMarket('m', 0, { config: { referralFeeBps: 0 }, name: '', displayName: 'A' });
    await seeMarket('m', 600, { config: { referralFeeBps: 0 }, name: '', displayName: 'B' });
    const { configChanges } = await seeMarket('m', 1200, {
      config: { referralFeeBps: 10 },
      name: 'N',
      displayName: 'N',
    });
    expect(configChanges).toHaveLength(2);
    const common = {
      accountKind: 'lending_market',
      lendingMarket: addressOf('m'),
      slot: bankAt(1200).slot,
      previousSlot: bankAt(600).slot,
      pollBatchId: null,
    };
    expect(await logOf('m')).toMatchObject([
      { ...common, field: 'lending_market_referral_fee_bps', oldValue: 0, newValue: 10 },
      { ...common, field: 'name', oldValue: '', newValue: 'N' },
    ]);
  });

  it('is not touched by an older read', async () => {
    await seeMarket('old', 100, { config: { referralFeeBps: 0 } });
    await seeMarket('old', 50, { config: { referralFeeBps: 5 } });
    expect(await changesOf('old')).toEqual([]);
  });

  it('holds a change that two writers see at once once', async () => {
    const writers = [database.connect().sql, database.connect().sql];
    for (let round = 0; round < 10; round += 1) {
      const label = `market ${round}`;
      await seeMarket(label, 0, { config: { referralFeeBps: 0 } });
      const row = buildMarketInput(10, { address: addressOf(label), config: { referralFeeBps: 7 } });
      await Promise.all(writers.map((sql) => upsertLendingMarkets(sql, [row])));
      expect(await changesOf(label)).toEqual(['10: lending_market_referral_fee_bps 0 -> 7']);
    }
  });
});
