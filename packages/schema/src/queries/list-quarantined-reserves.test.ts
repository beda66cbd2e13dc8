import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildState,
  sha256Of,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listQuarantineCounts, listQuarantinedReserves } from './quarantine.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import type { PollBatch, QuarantineInput } from './poll-batch.ts';
import { writePollBatch } from './write-poll-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['steady', 'back', 'out', 'two', 'gone', 'quick'] });
  await upsertLendingMarkets(database.sql, [
    buildMarketInput(0),
    buildMarketInput(0, { address: addressOf('anybody’s market'), listed: false }),
  ]);
});
afterAll(() => database.drop());

function refuse(label: string, reasonCode: string, overrides: Partial<QuarantineInput> = {}): QuarantineInput {
  return {
    address: addressOf(label),
    accountKind: 'reserve',
    protocol: 'kamino',
    lendingMarket: null,
    listed: null,
    reasonCode,
    expected: null,
    actual: null,
    dataSha256: sha256Of(`${label} ${reasonCode}`),
    dataLength: 0,
    data: new Uint8Array(),
    ...overrides,
  };
}
const write = (seconds: number, good: readonly string[], overrides: Partial<PollBatch> = {}) =>
  writePollBatch(
    database.sql,
    buildBatch(
      seconds,
      good.map((label) => buildState(label, seconds, 'a')),
      overrides,
    ),
  );
const listOf = async (label: string) =>
  (await listQuarantinedReserves(database.sql, { protocol: 'kamino' })).filter(
    ({ reserve }) => reserve === addressOf(label),
  );
/** `reason` of those that are active. */
const activeOf = async (label: string) =>
  (await listOf(label)).filter(({ active }) => active).map(({ quarantineReason }) => quarantineReason);

describe('listQuarantinedReserves', () => {
  it('sums up each reason of a reserve over its contents, with what the newest refusal said', async () => {
    const old = refuse('out', 'UNKNOWN_STATUS', { actual: 'status: 7', dataSha256: sha256Of('x') });
    const later = refuse('out', 'UNKNOWN_STATUS', { actual: 'status: 8', dataSha256: sha256Of('y') });
    await write(10, ['out']);
    await write(20, [], { quarantined: [old] });
    await write(30, [], { quarantined: [later] });
    await write(40, [], { quarantined: [old], id: 'another' });
    expect(await listOf('out')).toEqual([
      {
        reserve: addressOf('out'),
        lendingMarket: addressOf('market'),
        listed: true,
        quarantineReason: 'UNKNOWN_STATUS',
        expected: null,
        actual: 'status: 7',
        firstSeenSlot: bankAt(20).slot,
        firstSeenAt: bankAt(20).observedAt,
        lastSeenSlot: bankAt(40).slot,
        lastSeenAt: bankAt(40).observedAt,
        occurrences: 3n,
        active: true,
      },
    ]);
  });

  it('calls a refusal past as soon as a newer read gave a row, and keeps it', async () => {
    await write(100, [], { quarantined: [refuse('back', 'UNKNOWN_STATUS')] });
    expect(await activeOf('back')).toEqual(['UNKNOWN_STATUS']);
    await write(110, ['back']);
    expect(await listOf('back')).toMatchObject([{ quarantineReason: 'UNKNOWN_STATUS', active: false }]);
    // A batch that comes late is no news.
    await write(105, [], { quarantined: [refuse('back', 'UNKNOWN_STATUS')] });
    expect(await activeOf('back')).toEqual([]);
  });

  it('tells two banks of one second apart', async () => {
    await write(150, ['quick']);
    const { slot, observedAt } = bankAt(150);
    const bank = { id: 'same second', slot: slot + 1n, observedAt };
    await write(150, [], { ...bank, quarantined: [refuse('quick', 'UNKNOWN_STATUS')] });
    expect(await activeOf('quick')).toEqual(['UNKNOWN_STATUS']);
  });

  it('names only the newest reason as active', async () => {
    await write(200, [], { quarantined: [refuse('two', 'WRONG_SIZE')] });
    await write(210, [], { quarantined: [refuse('two', 'UNKNOWN_STATUS')] });
    expect(await listOf('two')).toMatchObject([
      { quarantineReason: 'UNKNOWN_STATUS', active: true },
      { quarantineReason: 'WRONG_SIZE', active: false },
    ]);
  });

  it('lists an address that never gave a reserve, until nobody met it for an hour', async () => {
    await write(300, ['steady'], { quarantined: [refuse('stranger', 'WRONG_SIZE')] });
    expect(await activeOf('stranger')).toEqual(['WRONG_SIZE']);
    await write(300 + 3_600, ['steady']);
    expect(await activeOf('stranger')).toEqual(['WRONG_SIZE']);
    await write(300 + 3_601, ['steady']);
    expect(await activeOf('stranger')).toEqual([]);
  });

  it('calls it past when the account is gone', async () => {
    await write(4_000, ['steady', 'gone']);
    await write(4_010, ['steady'], { quarantined: [refuse('gone', 'WRONG_SIZE')] });
    expect(await activeOf('gone')).toEqual(['WRONG_SIZE']);
    await write(4_020, ['steady'], { missing: [addressOf('gone')] });
    expect(await activeOf('gone')).toEqual([]);
  });

  it('says nothing of another protocol', async () => {
    expect(await listQuarantinedReserves(database.sql, { protocol: 'save' })).toEqual([]);
    const ofSave = refuse('of save', 'WRONG_SIZE', { protocol: 'save' });
    await write(4_050, ['steady'], { quarantined: [ofSave] });
    expect(await listOf('of save')).toEqual([]);
    expect(await listQuarantinedReserves(database.sql, { protocol: 'save' })).toMatchObject([
      { reserve: addressOf('of save'), active: true },
    ]);
  });

  it('tells listed markets from others: by the stored reserve, then by what the bytes name, then by what the indexer took it for', async () => {
    const unlisted = addressOf('anybody’s market');
    const listing = async (label: string, more: Partial<QuarantineInput>) => {
      await write(4_060, ['steady'], { id: label, quarantined: [refuse(label, 'RATE_OUT_OF_RANGE', more)] });
      return (await listOf(label)).map(({ lendingMarket, listed }) => [lendingMarket, listed]).at(-1);
    };
    expect(await listing('two', { lendingMarket: unlisted, listed: false })).toEqual([addressOf('market'), true]);
    expect(await listing('stranger of his', { lendingMarket: unlisted, listed: false })).toEqual([unlisted, false]);
    expect(await listing('stranger of ours', { lendingMarket: addressOf('market'), listed: true })).toEqual([
      addressOf('market'),
      true,
    ]);
    // The registry lists it, and no account of it could be read.
    const unread = addressOf('a market in ruins');
    expect(await listing('stranger of ruins', { lendingMarket: unread, listed: true })).toEqual([unread, true]);
    expect(await listing('cut short', {})).toEqual([null, false]);
    const counts = await listQuarantineCounts(database.sql, { since: bankAt(4_060).observedAt });
    expect(counts).toMatchObject([{ accountKind: 'reserve', reasonCode: 'RATE_OUT_OF_RANGE', accounts: 3 }]);
    const shown = await database.sql`
      SELECT DISTINCT protocol, lending_market, listed_b FROM lend_v1.quarantine
      WHERE address = ANY(${[addressOf('two'), addressOf('stranger of his')]}) AND quarantine_reason_str = 'RATE_OUT_OF_RANGE'
      ORDER BY listed_b`;
    expect(shown).toEqual([
      { protocol: 'kamino', lending_market: unlisted, listed_b: false },
      { protocol: 'kamino', lending_market: addressOf('market'), listed_b: true },
    ]);
  });

  it('leaves lending markets out', async () => {
    await write(4_100, ['steady'], {
      quarantined: [refuse('a market', 'WRONG_SIZE', { accountKind: 'lending_market' })],
    });
    expect(await listOf('a market')).toEqual([]);
  });
});
