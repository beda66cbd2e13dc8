import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AlteringNode, clockMovedBy, startAlteringNode } from '../../test/altering-node.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { START_SLOT, START_TIME, shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { BankClock } from './bank-clock.ts';

const DAY_SECONDS = 86_400;

describe('the clock of a bank', () => {
  const bankClock = (known: { slot: bigint; observedAt: Date } | null = null, clock = createManualClock()) => {
    const wallClock = { now: () => Promise.resolve(new Date(START_TIME * 1000)) };
    return new BankClock({ wallClock, loadNewest: () => Promise.resolve(known), toleranceMs: 120_000, clock });
  };
  const bank = (slot: number, seconds: number) => ({ slot: BigInt(slot), unixTimestamp: BigInt(START_TIME + seconds) });

  it('may be ahead of the database by the tolerance, and no second more', async () => {
    const findFault = await bankClock().begin();
    expect(findFault(bank(7, 120))).toBeUndefined();
    expect(findFault(bank(8, 121))).toMatch(/121 s ahead of the database's/);
  });

  it('is compared with the time of the answer, not with that of the question', async () => {
    const clock = createManualClock();
    const findFault = await bankClock(null, clock).begin();
    clock.advance(30_000);
    expect(findFault(bank(7, 150))).toBeUndefined();
    expect(findFault(bank(8, 151))).toMatch(/121 s ahead of the database's/);
  });

  it('may be far behind the database: a halted or recorded chain is', async () => {
    const findFault = await bankClock().begin();
    expect(findFault(bank(7, -400 * DAY_SECONDS))).toBeUndefined();
    expect(findFault(bank(8, -400 * DAY_SECONDS + 1))).toBeUndefined();
  });

  it('may not be before the time of a lower slot by more, stored by another process or seen by this one', async () => {
    const findFault = await bankClock({ slot: 100n, observedAt: new Date(START_TIME * 1000) }).begin();
    expect(findFault(bank(101, -120))).toBeUndefined();
    expect(findFault(bank(101, -121))).toMatch(/121 s before that of slot 100/);
    expect(findFault(bank(99, -9_999))).toBeUndefined();
    expect(findFault(bank(200, 100))).toBeUndefined();
    // What was ahead of the database counts as the time that it was at most.
    expect(findFault(bank(201, -120))).toBeUndefined();
    expect(findFault(bank(201, -121))).toMatch(/before that of slot/);
  });
});

describe('an answer whose clock cannot be', () => {
  let chain: TestChain;
  let node: AlteringNode;
  let database: IndexerTestDatabase;
  const pipelines: TestPipeline[] = [];
  /** The chain of the tests is frozen in the past; the lie is measured from now. */
  const ahead = () => clockMovedBy(Math.round(Date.now() / 1000) - START_TIME + DAY_SECONDS);

  beforeAll(async () => {
    chain = await shareTestChain();
    node = await startAlteringNode(chain.rpcUrl);
  });
  afterAll(async () => {
    await node.close();
    await chain.stop();
  });
  beforeEach(async () => {
    await chain.reset();
    await chain.putMarket('lending market');
    node.lie(null);
    database = await openTestDatabase();
  });
  afterEach(async () => {
    for (const pipeline of pipelines.splice(0)) pipeline.close();
    await database.drop();
  });

  const open = (...rpcUrls: readonly string[]) => {
    const pipeline = openPipeline(chain, database, { rpcUrls, rpcMaxRetries: 0 });
    pipelines.push(pipeline);
    return pipeline;
  };
  const rows = async () => {
    const tables = [
      'reserves',
      'reserve_latest',
      'reserve_snapshots',
      'poll_batches',
      'lending_markets',
      'token_mints',
    ];
    const counts = await Promise.all(
      tables.map(async (table) => (await database.sql.unsafe(`SELECT FROM lend.${table}`)).length),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it.each([
    ['of tomorrow', ahead, 'CLOCK_IMPLAUSIBLE'],
    [
      'that is not there',
      () => (accounts: Map<string, Buffer | null>) => accounts.set(CLOCK_SYSVAR_ADDRESS, null),
      'CLOCK_UNAVAILABLE',
    ],
  ])('%s is refused, stores nothing and leaves the reason', async (_, lie, code) => {
    const address = await chain.putReserve('usdc');
    node.lie(lie());
    const pipeline = open(node.url);
    await expect(pipeline.runBatch({ id: 'lie', index: 0, addresses: [address] })).rejects.toMatchObject({ code });
    await expect(pipeline.discover('lie')).rejects.toMatchObject({ code });
    expect(await rows()).toBe(0);
    expect(await database.sql`SELECT DISTINCT error_code FROM lend.failed_attempts`).toEqual([{ error_code: code }]);
    expect(node.count('getBlockTime')).toBe(0);
  });

  it('is asked for at the next endpoint, whose time is stored', async () => {
    const address = await chain.putReserve('usdc');
    node.lie(ahead());
    const report = await open(node.url, chain.rpcUrl).runBatch({ id: 'a', index: 0, addresses: [address] });
    expect(report.endpoint).toBe(new URL(chain.rpcUrl).host);
    expect(await database.sql`SELECT observed_at FROM lend.reserve_latest`).toEqual([
      { observed_at: new Date(START_TIME * 1000) },
    ]);
  });

  it('of an hour before a stored lower slot is refused, also by a process that has stored nothing', async () => {
    const address = await chain.putReserve('usdc');
    await open(chain.rpcUrl).runBatch({ id: 'stored', index: 0, addresses: [address] });
    await chain.setClock({ slot: START_SLOT + 10, unixTime: START_TIME + 4 });
    node.lie(clockMovedBy(-3_600));
    const late = open(node.url).runBatch({ id: 'late', index: 0, addresses: [address] });
    await expect(late).rejects.toMatchObject({ code: 'CLOCK_IMPLAUSIBLE' });
    expect(await database.sql`SELECT slot FROM lend.reserve_latest`).toEqual([{ slot: BigInt(START_SLOT) }]);
  });
});
