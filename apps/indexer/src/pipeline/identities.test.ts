import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { addressFromLabel, programArguments } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AlteringNode, startAlteringNode } from '../../test/altering-node.ts';
import { shareTestChain, START_SLOT, START_TIME, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

const SOL = addressFromLabel('sol');
const USDC = addressFromLabel('usdc');
let chain: TestChain;
let node: AlteringNode;
let database: IndexerTestDatabase;
let place = 0;
const pipelines: TestPipeline[] = [];

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
  for (const label of ['sol', 'usdc']) await putReserve(label, addressFromLabel(`mint of ${label}`));
  node.lie(null);
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const pipeline of pipelines.splice(0)) pipeline.close();
  await database.drop();
});

function putReserve(label: string, mint: string): Promise<string> {
  return chain.putReserve(label, { liquidity: { ...buildReserve().liquidity, mint } });
}
function open(...rpcUrls: readonly string[]): TestPipeline {
  const pipeline = openPipeline(chain, database, { rpcUrls, rpcMaxRetries: 0 });
  pipelines.push(pipeline);
  return pipeline;
}
async function poll(pipeline: TestPipeline, addresses: readonly string[] = [SOL, USDC]) {
  place += 1;
  await chain.setClock({ slot: START_SLOT + place, unixTime: START_TIME + place });
  return pipeline.runBatch({ id: `poll-${place}`, index: 0, addresses, lane: 'poll-0' });
}
const stored = () =>
  database.sql<{ address: string; mint: string; missing: boolean }[]>`
    SELECT address, token_mint AS mint, missing_since_slot IS NOT NULL AS missing FROM lend.reserves ORDER BY token_mint`;
const mints = async () => (await stored()).map(({ address, mint }) => [address, mint]);

/** One account under the address of the other, and the other way round. */
const swap = (accounts: Map<string, Buffer | null>): void => {
  const [sol, usdc] = [accounts.get(SOL) ?? null, accounts.get(USDC) ?? null];
  accounts.set(SOL, usdc).set(USDC, sol);
};
/** Lies in the first answers only. */
const times = (most: number, lie: (accounts: Map<string, Buffer | null>) => void) => {
  let count = 0;
  return (accounts: Map<string, Buffer | null>): void => {
    if (accounts.size > 1 && (count += 1) <= most) lie(accounts);
  };
};

describe('accounts of one answer under each other’s address', () => {
  it('are asked for at the next endpoint, and nothing of the lie is stored', async () => {
    const pipeline = open(node.url, chain.rpcUrl);
    await poll(pipeline);
    const before = await mints();
    node.lie(swap);
    const { endpoint, result, quarantined } = await poll(pipeline);
    expect({ endpoint, quarantined, latest: result.latestWritten }).toEqual({
      endpoint: new URL(chain.rpcUrl).host,
      quarantined: [],
      latest: 2,
    });
    expect(await mints()).toEqual(before);
    expect(await database.sql`SELECT FROM lend.config_changes`).toHaveLength(0);
  });

  it('are quarantined where there is no other endpoint; other reserves of the batch are stored', async () => {
    const jto = await putReserve('jto', addressFromLabel('mint of jto'));
    const pipeline = open(node.url);
    await poll(pipeline, [SOL, USDC, jto]);
    const before = await mints();
    node.lie(swap);
    const { result, quarantined } = await poll(pipeline, [SOL, USDC, jto]);
    expect(result).toMatchObject({ latestWritten: 1, quarantined: 2, missing: 0 });
    expect(quarantined.map(({ reasonCode }) => reasonCode)).toEqual(['IDENTITY_CHANGED', 'IDENTITY_CHANGED']);
    expect(quarantined[0]).toMatchObject({
      expected: expect.stringContaining(`tokenMint ${addressFromLabel('mint of sol')}`),
      actual: expect.stringContaining(`tokenMint ${addressFromLabel('mint of usdc')}`),
    });
    expect(await mints()).toEqual(before);
    // Two reads have said so: the next poll reads once.
    const asked = node.count('getMultipleAccounts');
    await poll(pipeline, [SOL, USDC, jto]);
    expect(node.count('getMultipleAccounts') - asked).toBe(1);
    node.lie(null);
    expect((await poll(pipeline, [SOL, USDC, jto])).result).toMatchObject({ latestWritten: 3, quarantined: 0 });
  });

  it('are accepted after a look, where the first bytes were the lie', async () => {
    node.lie(swap);
    const pipeline = open(node.url);
    await poll(pipeline);
    node.lie(null);
    expect((await poll(pipeline)).result).toMatchObject({ quarantined: 2 });
    const run = async (...args: readonly string[]) => {
      const child = spawn(process.execPath, [...programArguments('apps/indexer/src/accept-identity.ts'), ...args], {
        env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')]);
      return { code: child.exitCode, stdout };
    };
    expect(await run('somebody')).toMatchObject({ code: 64 });
    const shown = await run(SOL);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed') });
    expect(shown.stdout).toContain(`refused: tokenMint ${addressFromLabel('mint of sol')}`);
    expect((await poll(open(node.url))).result).toMatchObject({ quarantined: 2 });
    for (const reserve of [SOL, USDC]) expect((await run(reserve, '--yes')).stdout).toContain('Accepted');
    expect((await poll(open(node.url))).result).toMatchObject({ quarantined: 0, latestWritten: 2 });
    expect(await run(SOL)).toMatchObject({ stdout: `What was refused is what is stored.\n` });
  });
});

describe('a null in place of an account', () => {
  const without = (accounts: Map<string, Buffer | null>): unknown => accounts.set(SOL, null);

  it('that the next read does not repeat makes nothing missing, with one endpoint, too', async () => {
    const pipeline = open(node.url);
    await poll(pipeline);
    node.lie(times(1, without));
    expect((await poll(pipeline)).result).toMatchObject({ missing: 0, latestWritten: 2 });
    expect((await stored()).map(({ missing }) => missing)).toEqual([false, false]);
  });

  it('that every read repeats makes it missing, and is not read twice again', async () => {
    const pipeline = open(node.url, chain.rpcUrl);
    await poll(pipeline);
    await chain.remove(SOL);
    expect((await poll(pipeline)).result).toMatchObject({ missing: 1, latestWritten: 1 });
    expect((await stored()).filter(({ missing }) => missing)).toMatchObject([{ address: SOL }]);
    const asked = node.count('getMultipleAccounts');
    await poll(pipeline);
    expect(node.count('getMultipleAccounts') - asked).toBe(1);
    await putReserve('sol', addressFromLabel('mint of sol'));
    expect((await poll(pipeline)).result).toMatchObject({ missing: 0, latestWritten: 2 });
  });
});
