import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listQuarantinedReserves } from './quarantine.ts';
import type { PollBatch, QuarantineInput } from './poll-batch.ts';
import { writePollBatch } from './write-poll-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['steady', 'back', 'out', 'two', 'gone', 'quick'] });
});
afterAll(() => database.drop());

function refuse(label: string, reasonCode: string, overrides: Partial<QuarantineInput> = {}): QuarantineInput {
  return {
    address: addressOf(label),
    accountKind: 'reserve',
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
  (await listQuarantinedReserves(database.sql)).filter(({ reserve }) => reserve === addressOf(label));
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

  it('leaves lending markets out', async () => {
    await write(4_100, ['steady'], {
      quarantined: [refuse('a market', 'WRONG_SIZE', { accountKind: 'lending_market' })],
    });
    expect(await listOf('a market')).toEqual([]);
  });
});
