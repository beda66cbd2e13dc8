import { emptyReserve, encodeLendingMarket, encodeReserve } from '@tidemark/protocols/kamino';
import { buildLendingMarket, buildReserve, type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { listQuarantinedReserves } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START_SLOT, START_TIME, shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

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
  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterEach(async () => {
  pipeline.close();
  await database.drop();
});

const good = encodeReserve(buildReserve({ symbol: 'BAD' }));
const patched = (offset: number, ...bytes: number[]): Uint8Array => {
  const data = Uint8Array.from(good);
  data.set(bytes, offset);
  return data;
};
const U64_MAX = [255, 255, 255, 255, 255, 255, 255, 255];

describe('an account that cannot become a row', () => {
  it.each<[string, Uint8Array, string, string?]>([
    ['cut short', good.subarray(0, 5_000), 'WRONG_SIZE'],
    ['empty', new Uint8Array(0), 'WRONG_SIZE'],
    ['too long', new Uint8Array([...good, 0]), 'WRONG_SIZE'],
    ['of a foreign owner', good, 'WRONG_OWNER', addressFromLabel('another program')],
    ['of another kind', patched(0, 1, 2, 3, 4, 5, 6, 7, 8), 'WRONG_DISCRIMINATOR'],
    ['a lending market', encodeLendingMarket(buildLendingMarket('m')), 'WRONG_SIZE'],
    ['of an unknown version', patched(8, 2), 'UNSUPPORTED_VERSION'],
    ['of an unknown status', patched(4856, 9), 'UNKNOWN_STATUS'],
    ['on an unknown interest basis', patched(4865, 7), 'UNKNOWN_INTEREST_RATE_BASIS'],
    ['with a take rate above 100 %', patched(4870, 101), 'INVALID_TAKE_RATE'],
    ['updated after the bank', patched(16, 0, 0, 0, 0, 255), 'SLOT_BEFORE_LAST_UPDATE'],
    ['with fees beyond its supply', patched(344, ...U64_MAX, ...U64_MAX), 'NEGATIVE_SUPPLY'],
    ['with a price from no calendar', patched(264, ...U64_MAX), 'INVALID_ROW'],
  ])('%s is quarantined with its reason, and the rest of the batch is stored', async (_name, data, reason, owner) => {
    const bad = addressFromLabel('bad');
    await chain.put(bad, data, owner);
    const fine = await chain.putReserve('fine');

    const { result } = await pipeline.runBatch({ id: 'batch', index: 0, addresses: [bad, fine] });

    expect(result).toMatchObject({ quarantined: 1, latestWritten: 1, snapshotsWritten: 1 });
    expect(await database.sql`SELECT reserve FROM lend.reserve_latest`).toEqual([{ reserve: fine }]);
    expect(await database.sql`SELECT * FROM lend.quarantine`).toMatchObject([
      { address: bad, account_kind: 'reserve', reason_code: reason, data_length: data.length, occurrences: 1n },
    ]);
    const text = await pipeline.metrics.metrics.render();
    expect(text).toContain(`tidemark_indexer_quarantined_accounts_total{account_kind="reserve",reason="${reason}"} 1`);
    // Of the others nobody knows the market, and what is of no listed market wakes nobody.
    const namesMarket = Buffer.compare(data.subarray(32, 64), good.subarray(32, 64)) === 0;
    const isOfListed = namesMarket && owner === undefined;
    const series = `tidemark_indexer_quarantine_accounts{account_kind="reserve",reason="${reason}"} 1`;
    expect(text.includes(series)).toBe(isOfListed);
  });

  it('is a known reserve on an interest basis that came later: it keeps its last state and is listed until it is back', async () => {
    const reserve = await chain.putReserve('usdc');
    const poll = async (seconds: number) => {
      await chain.setClock({ slot: START_SLOT + seconds * 2, unixTime: START_TIME + seconds });
      return pipeline.runBatch({ id: `at ${seconds}`, index: 0, addresses: [reserve] });
    };
    const states = () => database.sql`SELECT slot FROM lend.reserve_latest`;
    await chain.put(reserve, good);
    await poll(0);
    for (const basis of [0, 1]) {
      await chain.put(reserve, patched(4865, basis));
      expect((await poll(1 + basis)).quarantined).toEqual([]);
    }
    expect(await listQuarantinedReserves(database.sql, { protocol: 'kamino' })).toEqual([]);

    await chain.put(reserve, patched(4865, 2));
    for (const seconds of [10, 11])
      expect((await poll(seconds)).result).toMatchObject({ quarantined: 1, latestWritten: 0 });
    expect(await states()).toEqual([{ slot: BigInt(START_SLOT + 4) }]);
    const listed = {
      reserve,
      quarantineReason: 'UNKNOWN_INTEREST_RATE_BASIS',
      actual: expect.stringContaining('2'),
      firstSeenAt: new Date((START_TIME + 10) * 1000),
      lastSeenAt: new Date((START_TIME + 11) * 1000),
      occurrences: 2n,
    };
    expect(await listQuarantinedReserves(database.sql, { protocol: 'kamino' })).toMatchObject([
      { ...listed, active: true },
    ]);
    expect(await pipeline.metrics.metrics.render()).toContain(
      'tidemark_indexer_quarantined_accounts_total{account_kind="reserve",reason="UNKNOWN_INTEREST_RATE_BASIS"} 2',
    );

    await chain.put(reserve, patched(4865, 1));
    await poll(12);
    expect(await states()).toEqual([{ slot: BigInt(START_SLOT + 24) }]);
    expect(await listQuarantinedReserves(database.sql, { protocol: 'kamino' })).toMatchObject([
      { ...listed, active: false },
    ]);
  });

  it('counts again each time that it is met', async () => {
    const bad = addressFromLabel('bad');
    await chain.put(bad, good.subarray(1));
    for (const id of ['a', 'b', 'b', 'c']) await pipeline.runBatch({ id, index: 0, addresses: [bad] });
    expect(await database.sql`SELECT occurrences FROM lend.quarantine`).toEqual([{ occurrences: 3n }]);
  });

  const market = encodeLendingMarket(buildLendingMarket('m'));
  const generous = encodeLendingMarket({ ...buildLendingMarket('m'), referralFeeBps: 10_001 });
  it.each([
    ['cut short', market.subarray(0, 100), 'WRONG_SIZE'],
    ['that gives referrers more than the protocol takes', generous, 'INVALID_REFERRAL_FEE'],
  ])('is a market %s: it is quarantined, and its reserves are refused', async (_name, data, reason) => {
    const broken = addressFromLabel('broken market');
    await chain.put(broken, data);
    const reserve = await chain.putReserve('usdc', { lendingMarket: broken });
    const fine = await chain.putReserve('fine');
    await pipeline.runBatch({ id: 'batch', index: 0, addresses: [reserve, fine] });
    const rows =
      await database.sql`SELECT address, account_kind, reason_code FROM lend.quarantine ORDER BY account_kind`;
    expect(rows).toEqual([
      { address: broken, account_kind: 'lending_market', reason_code: reason },
      { address: reserve, account_kind: 'reserve', reason_code: 'UNKNOWN_LENDING_MARKET' },
    ]);
    expect(await database.sql`SELECT reserve FROM lend.reserve_latest`).toEqual([{ reserve: fine }]);
  });

  it('is none with settings that are merely outside of the program’s own validation: they are named, and named again when they change', async () => {
    const flagsAfter = async (id: string, seconds: number, config: ReserveOverrides['config'] = {}) => {
      const address = await chain.putReserve('odd', { config });
      await chain.setClock({ slot: START_SLOT + seconds * 2, unixTime: START_TIME + seconds });
      const { result } = await pipeline.runBatch({ id, index: 0, addresses: [address] });
      const rows = await database.sql`SELECT config_flags FROM lend_v1.reserves`;
      return { quarantined: result.quarantined, rows };
    };
    const flagged = (...flags: string[]) => ({ quarantined: 0, rows: [{ config_flags: flags }] });
    const empty = emptyReserve().config.tokenInfo;
    expect(await flagsAfter('a', 0)).toEqual(flagged());
    expect(await flagsAfter('b', 5, { loanToValuePct: 100, tokenInfo: empty })).toEqual(
      flagged('loan_to_value', 'liquidation_threshold', 'oracle'),
    );
    expect(await flagsAfter('c', 10)).toEqual(flagged());
  });

  it('never makes an accepted row of garbage: whatever the provider cuts or overwrites is refused or exact', async () => {
    const addresses = [];
    for (let i = 0; i < 30; i += 1) addresses.push(await chain.putReserve(`reserve ${i}`));
    await chain.setFaults({ seed: 7, truncateRate: 0.2, garbageRate: 0.3, wrongOwnerRate: 0.2 });
    // The market's account may be hit as well, so it is read before.
    const { result } = await pipeline.runBatch({ id: 'batch', index: 0, addresses });
    expect(result.quarantined).toBeGreaterThan(5);
    expect(result.latestWritten + result.quarantined).toBe(30);
  });
});
