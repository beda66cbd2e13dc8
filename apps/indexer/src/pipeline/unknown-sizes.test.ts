import { decodeBase58 } from '@tidemark/core';
import { kamino, save } from '@tidemark/protocols';
import { KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import { RESERVE_ACCOUNT_SIZE, SAVE_PROGRAM_ADDRESS } from '@tidemark/protocols/save';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeAnswer, type FakeRpcServer, forward, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, TEST_GENESIS_HASH, type TestPipeline } from '../../test/test-pipeline.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
let provider: FakeRpcServer;
let refusal: FakeAnswer | undefined;
const opened: TestPipeline[] = [];

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  database = await openTestDatabase();
  refusal = undefined;
  provider = await startFakeRpcServer((request) => refusal ?? forward(chain.rpcUrl, request));
});
afterEach(async () => {
  for (const pipeline of opened.splice(0)) pipeline.close();
  await provider.close();
  await database.drop();
});

function open(protocol: typeof kamino | typeof save): TestPipeline {
  const pipeline = openPipeline({ rpcUrl: provider.url }, database, {}, TEST_GENESIS_HASH, protocol);
  opened.push(pipeline);
  return pipeline;
}

/** A reserve as a later version of the program might write it. */
const longer = (data: Uint8Array) => new Uint8Array([...data, ...new Uint8Array(128)]);
const withBytes = (size: number, offset: number, bytes: Uint8Array) => {
  const data = new Uint8Array(size);
  data.set(bytes, offset);
  return data;
};

it('counts accounts in a size that no decoder knows, in one call for each kind and once a day', async () => {
  await chain.putMarket('lending market');
  await chain.putReserve('usdc');
  const { discriminator } = kamino.accounts.reserve;
  const [one, other] = [addressFromLabel('one'), addressFromLabel('other')];
  for (const address of [one, other]) {
    await chain.put(
      address,
      longer(withBytes(8_624, 0, discriminator ?? new Uint8Array())),
      KAMINO_LEND_PROGRAM_ADDRESS,
    );
  }
  const pipeline = open(kamino);
  expect(await pipeline.discover('discover-1')).toMatchObject({ reserves: 1 });
  const before = provider.count('getProgramAccounts');
  const found = await pipeline.countUnknownSizes();
  expect(found).toEqual([
    { accountKind: 'reserve', size: 8_752, accounts: 2, example: expect.stringMatching(`${one}|${other}`) },
  ]);
  expect(await pipeline.countUnknownSizes()).toBe(null);
  expect(provider.count('getProgramAccounts') - before).toBe(2);
  expect(provider.requests.at(-1)?.params).toMatchObject([KAMINO_LEND_PROGRAM_ADDRESS, { dataSlice: { length: 0 } }]);
  expect(await pipeline.metrics.metrics.render()).toContain(
    'tidemark_indexer_accounts_of_unknown_size{protocol="kamino",account_kind="reserve",size="8752"} 2',
  );
});

it('finds those of a program without discriminators by a mint and by the token program', async () => {
  const usdc = decodeBase58('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
  const token = decodeBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
  await chain.put(addressFromLabel('a'), withBytes(RESERVE_ACCOUNT_SIZE, 42, usdc), SAVE_PROGRAM_ADDRESS);
  await chain.put(addressFromLabel('b'), withBytes(700, 42, usdc), SAVE_PROGRAM_ADDRESS);
  await chain.put(addressFromLabel('c'), withBytes(400, 66, token), SAVE_PROGRAM_ADDRESS);
  await chain.put(addressFromLabel('an obligation'), new Uint8Array(1_300), SAVE_PROGRAM_ADDRESS);
  expect(await open(save).countUnknownSizes()).toEqual([
    { accountKind: 'reserve', size: 700, accounts: 1, example: addressFromLabel('b') },
    { accountKind: 'lending_market', size: 400, accounts: 1, example: addressFromLabel('c') },
  ]);
});

it('says nothing where the provider does not list, and asks again', async () => {
  const pipeline = open(kamino);
  refusal = { status: 403, body: 'forbidden' };
  expect(await pipeline.countUnknownSizes()).toBe(null);
  refusal = undefined;
  expect(await pipeline.countUnknownSizes()).toEqual([]);
});
