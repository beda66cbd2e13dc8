import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildState,
  sha256Of,
} from '../../test/support/build-rows.ts';
import { at, batch as buildPriceBatch } from '../../test/support/price-batches.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writePriceBatch } from '../prices/write-price-batch.ts';
import type { PollBatch, QuarantineInput } from '../queries/poll-batch.ts';
import { listQuarantineCounts } from '../queries/quarantine.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { getSettledBank, listAuditSnapshots, listAuditedAccounts, listRefusedAccounts } from './audit-reads.ts';

const protocol = 'kamino';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['gone', 'never', 'refused', 'steady'] });
  await upsertLendingMarkets(database.sql, [buildMarketInput(5)]);
  await write(10, ['gone', 'refused', 'steady']);
  await write(20, ['steady'], { missing: [addressOf('gone')], quarantined: [refuse('refused', 'WRONG_SIZE', 'x')] });
  await write(30, ['steady'], { quarantined: [refuse('refused', 'WRONG_SIZE', 'y')] });
});
afterAll(() => database.drop());

const write = (seconds: number, labels: readonly string[], overrides: Partial<PollBatch> = {}) =>
  writePollBatch(
    database.sql,
    buildBatch(
      seconds,
      labels.map((label) => buildState(label, seconds, `at ${seconds}`, { borrowIndex: 2n ** 60n + BigInt(seconds) })),
      overrides,
    ),
  );
const refuse = (label: string, reasonCode: string, content: string): QuarantineInput => ({
  address: addressOf(label),
  accountKind: 'reserve',
  protocol: 'kamino',
  lendingMarket: null,
  listed: null,
  reasonCode,
  expected: null,
  actual: null,
  dataSha256: sha256Of(content),
  dataLength: content === 'x' ? 9_000 : 9_001,
  data: new Uint8Array(),
});

const refusedSince = (since: Date, more: { protocol?: string; shared?: readonly string[] } = {}) =>
  listRefusedAccounts(database.sql, { protocol, since, shared: [], ...more });

describe('what audits read', () => {
  it('accounts: all that are not gone, with their newest row, also those that were never stored', async () => {
    const accounts = await listAuditedAccounts(database.sql, { protocol });
    const shown = accounts.map(({ kind, address, slot }) => ({ kind, address, slot }));
    expect(shown).toHaveLength(4);
    expect(shown).toEqual(
      expect.arrayContaining([
        { kind: 'lending_market', address: addressOf('market'), slot: bankAt(5).slot },
        { kind: 'reserve', address: addressOf('never'), slot: null },
        { kind: 'reserve', address: addressOf('refused'), slot: bankAt(10).slot },
        { kind: 'reserve', address: addressOf('steady'), slot: bankAt(30).slot },
      ]),
    );
    expect(await listAuditedAccounts(database.sql, { protocol: 'other' })).toEqual([]);
  });

  it('refusals: the newest of each account that has given no row since, with when the reason was met first', async () => {
    expect(await refusedSince(bankAt(0).observedAt)).toEqual([
      {
        kind: 'reserve',
        address: addressOf('refused'),
        listed: true,
        reasonCode: 'WRONG_SIZE',
        dataLength: 9_001,
        firstSeenAt: bankAt(20).observedAt,
        lastSeenAt: bankAt(30).observedAt,
      },
    ]);
    expect(await refusedSince(bankAt(31).observedAt)).toEqual([]);
  });

  it('refusals of oracles and mints: those that the protocol needs, and an oracle until the newest prices accept it', async () => {
    const shared = (label: string, accountKind: string) => ({
      ...refuse(label, 'WRONG_OWNER', 'x'),
      ...{ accountKind, protocol: null },
    });
    const [mint, oracle] = [shared('mint', 'token_mint'), shared('oracle', 'oracle')];
    const prices = (seconds: number, quarantined: readonly QuarantineInput[]) =>
      writePriceBatch(database.sql, buildPriceBatch(seconds, '1', { quarantined }));
    const since = at(0);
    const needed = { shared: [mint.address, oracle.address] };
    const named = async (protocolNeeds: typeof needed) =>
      (await refusedSince(since, protocolNeeds)).map(({ kind, listed }) => [kind, listed]);
    await prices(0, [mint, oracle]);
    expect(await named({ shared: [] })).toEqual([]);
    expect(await refusedSince(since, { protocol: 'save', ...needed })).toHaveLength(2);
    expect(await named(needed)).toEqual([
      ['oracle', true],
      ['token_mint', true],
    ]);
    await prices(30, []);
    expect((await named(needed)).length).toBe(2);
    await prices(31, []);
    expect(await named(needed)).toEqual([['token_mint', true]]);
    expect((await listQuarantineCounts(database.sql)).filter(({ accountKind }) => accountKind === 'oracle')).toEqual(
      [],
    );
  });

  it('snapshots: whole, with the index of the debt in the observations around them', async () => {
    const key = (seconds: number, label = 'steady') => ({ reserve: addressOf(label), ...bankAt(seconds) });
    const snapshots = await listAuditSnapshots(database.sql, [key(10), key(20), key(30), key(20, 'gone')]);
    const neighbour = (seconds: number) => ({
      slot: bankAt(seconds).slot,
      borrowIndex: 2n ** 60n + BigInt(seconds),
    });
    const bySlot = snapshots.toSorted((a, b) => (a.row.slot < b.row.slot ? -1 : 1));
    expect(bySlot.map(({ previous, next }) => ({ previous, next }))).toEqual([
      { previous: null, next: neighbour(20) },
      { previous: neighbour(10), next: neighbour(30) },
      { previous: neighbour(20), next: null },
    ]);
    const { accruedSupplied, availableAmountRaw, observedAt, reserve } = buildState('steady', 20, 'at 20');
    expect(bySlot[1]?.row).toMatchObject({ accruedSupplied, availableAmountRaw, observedAt, reserve });
    expect(await listAuditSnapshots(database.sql, [])).toEqual([]);
  });

  it('the settled bank: the last that was committed long enough ago', async () => {
    expect(await getSettledBank(database.sql, { protocol, ageMs: 3_600_000 })).toBeNull();
    await database.sql`
      UPDATE lend.batch_commits SET committed_at = committed_at - interval '2 hours'
      WHERE slot <= ${bankAt(20).slot}::bigint`;
    expect(await getSettledBank(database.sql, { protocol, ageMs: 3_600_000 })).toEqual(bankAt(20));
    expect(await getSettledBank(database.sql, { protocol: 'other', ageMs: 0 })).toBeNull();
  });

  it('the settled bank: of commits whose slots sway, the one with the highest slot', async () => {
    for (const [place, slot] of [1_000n, 1_001n, 1_000n].entries()) {
      await database.sql`
        INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves, committed_at)
        VALUES (${`sways ${place}`}, 'sways', ${slot}::bigint, ${bankAt(place).observedAt}, '{}', now() - interval '2 hours')`;
    }
    const settled = await getSettledBank(database.sql, { protocol: 'sways', ageMs: 3_600_000 });
    expect(settled).toEqual({ slot: 1_001n, observedAt: bankAt(1).observedAt });
  });
});
