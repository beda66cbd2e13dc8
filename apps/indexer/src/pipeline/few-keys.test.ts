import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { save } from '@tidemark/protocols';
import { decodeReserve, RESERVE_ACCOUNT_SIZE } from '@tidemark/protocols/save';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeAnswer, type FakeRpcServer, forward, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { buildSaveAccounts } from '../../test/save-scene.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, TEST_GENESIS_HASH } from '../../test/test-pipeline.ts';

/** Reserves of one market: with a market account of its own they are ten accounts to read. */
const LABELS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const closers: (() => Promise<void> | void)[] = [];
let chain: TestChain;
let database: IndexerTestDatabase;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  for (const label of LABELS) await chain.putReserve(label);
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await database.drop();
});

/** A provider over the chain that takes so many keys, and words its refusal so. */
async function openProvider(max: number, refusal: FakeAnswer): Promise<FakeRpcServer> {
  const server = await startFakeRpcServer(async (request) => {
    const [keys] = request.params;
    const isTooMany = request.method === 'getMultipleAccounts' && Array.isArray(keys) && keys.length > max;
    return isTooMany ? refusal : forward(chain.rpcUrl, request);
  });
  closers.push(() => server.close());
  return server;
}

/** The keys of each call for several accounts, in the order of the calls. */
function keysOfCalls({ requests }: FakeRpcServer): string[][] {
  return requests.flatMap(({ method, params: [keys] }) =>
    method === 'getMultipleAccounts' && Array.isArray(keys) ? [keys.map(String)] : [],
  );
}

describe('a provider that takes few keys in a call', () => {
  it.each<[string, FakeAnswer, number]>([
    ['by name', { error: { code: -32602, message: 'Too many inputs provided; max 5' } }, 1],
    ['by HTTP 413 alone', { status: 413, body: 'Payload Too Large' }, 2],
  ])('is found out %s, and all is indexed in calls of one bank each', async (_name, refusal, mostRefused) => {
    const provider = await openProvider(5, refusal);
    const pipeline = openPipeline({ rpcUrl: provider.url }, database);
    closers.push(() => pipeline.close());
    expect(await pipeline.discover('discover-1')).toMatchObject({ source: 'listed', added: LABELS.length });
    const sizes = () => keysOfCalls(provider).map((keys) => keys.length);
    expect(sizes().filter((size) => size > 5).length).toBeLessThanOrEqual(mostRefused);
    const before = sizes().length;
    const batches = await pipeline.listBatches();
    for (const [index, { addresses, companions }] of batches.entries()) {
      await pipeline.runBatch({ id: `poll-${index}`, index, addresses, companions });
    }
    const polled = sizes().slice(before);
    expect(polled.every((size) => size <= 5)).toBe(true);
    const [row] = await database.sql<{ reserves: number; banks: number }[]>`
      SELECT count(*)::int AS reserves, count(DISTINCT slot)::int AS banks FROM lend.reserve_latest`;
    expect(row?.reserves).toBe(LABELS.length);
  });

  it('gives reserves of Save together with their market and the clock, and leaves none out', async () => {
    const accounts = buildSaveAccounts();
    for (const { address, owner, data } of accounts) await chain.put(address, data, owner);
    const reserves = accounts.filter(({ data }) => data.length === RESERVE_ACCOUNT_SIZE);
    const marketOf = new Map(reserves.map((account) => [account.address, decodeReserve(account).lendingMarket]));
    const provider = await openProvider(5, { error: { code: -32602, message: 'Too many inputs provided; max 5' } });
    const options = { protocols: [save], slotDurationMs: 400 };
    const pipeline = openPipeline({ rpcUrl: provider.url }, database, options, TEST_GENESIS_HASH, save);
    closers.push(() => pipeline.close());
    await pipeline.discover('discover-1');
    const before = keysOfCalls(provider).length;
    for (const [index, { addresses, companions }] of (await pipeline.listBatches()).entries()) {
      await pipeline.runBatch({ id: `poll-${index}`, index, addresses, companions });
    }
    const banks = keysOfCalls(provider).slice(before);
    const polled: string[] = [];
    for (const keys of banks) {
      const own = keys.filter((key) => marketOf.has(key));
      polled.push(...own);
      expect(keys.length).toBeLessThanOrEqual(5);
      expect(keys).toEqual(expect.arrayContaining([CLOCK_SYSVAR_ADDRESS, ...own.map((key) => marketOf.get(key))]));
    }
    expect(polled.toSorted()).toEqual([...marketOf.keys()].toSorted());
    // Three of one market fit: as many calls as the sizes of the markets ask for, and one for each that none of them shares.
    expect(banks.map((keys) => keys.length).filter((size) => size === 5).length).toBeGreaterThan(0);
    const rows = await database.sql`
      SELECT reserve, (own -> 'marketOutflowWindowStartSlot') IS NOT NULL AS "hasMarket"
      FROM lend.reserve_latest WHERE poll_batch_id LIKE 'poll-%'`;
    expect(rows.filter(({ hasMarket }) => hasMarket === true)).toHaveLength(reserves.length);
  });

  it('is not asked where another takes all of them', async () => {
    const few = await openProvider(5, { error: { code: -32602, message: 'Too many inputs provided; max 5' } });
    const many = await openProvider(100, { status: 500 });
    const pipeline = openPipeline({ rpcUrl: few.url }, database, { rpcUrls: [few.url, many.url] });
    closers.push(() => pipeline.close());
    await pipeline.discover('discover-1');
    // A connection that a slow machine lost leaves the other one alone for a moment.
    await expect
      .poll(async () => (await pipeline.listBatches()).map(({ addresses }) => addresses.length))
      .toEqual([LABELS.length]);
    expect(keysOfCalls(few).filter((keys) => keys.length > 5).length).toBeLessThanOrEqual(1);
  });

  it('takes what RPC_MAX_ACCOUNTS says, without a refusal', async () => {
    const provider = await openProvider(5, { status: 400 });
    const pipeline = openPipeline({ rpcUrl: provider.url }, database, { rpcMaxAccounts: 5 });
    closers.push(() => pipeline.close());
    await pipeline.discover('discover-1');
    expect((await pipeline.listBatches()).map(({ addresses }) => addresses.length)).toEqual([4, 4, 2]);
  });
});
