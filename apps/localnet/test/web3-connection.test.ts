import { Connection, PublicKey } from '@solana/web3.js';
import { decodeClock, decodeMint, TOKEN_2022_PROGRAM_ADDRESS } from '@tidemark/core';
import { decodeLendingMarket, decodeReserve, KNOWN_REGISTRY } from '@tidemark/protocols/kamino';
import { expect, test } from 'vitest';
import { CLOCK, KLEND, MAIN_MARKET, MAIN_USDC, START_SLOT, START_TIME, useLocalnets } from './support.ts';

const start = useLocalnets();
const EVERY_RESERVE = KNOWN_REGISTRY.flatMap((market) => market.reserves.map((reserve) => reserve.address));

async function frozen() {
  const localnet = await start({ slotMs: 0 });
  return { localnet, connection: new Connection(localnet.rpcUrl, 'confirmed') };
}

test('slot, height, block time, epoch, genesis hash and version come back in the shapes that web3.js checks', async () => {
  const { localnet, connection } = await frozen();
  expect(await connection.getSlot()).toBe(START_SLOT);
  expect(await connection.getBlockHeight()).toBe(START_SLOT);
  expect(await connection.getBlockTime(START_SLOT)).toBe(START_TIME);
  expect(await connection.getEpochInfo()).toMatchObject({
    absoluteSlot: START_SLOT,
    epoch: Math.floor(START_SLOT / 432_000),
    slotIndex: START_SLOT % 432_000,
    slotsInEpoch: 432_000,
  });
  expect(await connection.getGenesisHash()).toBe(localnet.genesisHash);
  expect(new PublicKey(localnet.genesisHash).toBytes()).toHaveLength(32);
  expect((await connection.getVersion())['solana-core']).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each([
  [400, 150, 60],
  [450, 140, 63],
  [500, 120, 60],
  [314, 500, 157],
  [269, 1_000, 269],
])('performance samples say a reported slot time of %i ms exactly', async (reportedSlotMs, numSlots, seconds) => {
  const localnet = await start({ slotMs: 0, reportedSlotMs });
  const samples = await new Connection(localnet.rpcUrl).getRecentPerformanceSamples(4);
  expect(samples).toHaveLength(4);
  for (const sample of samples) expect(sample).toMatchObject({ numSlots, samplePeriodSecs: seconds });
  expect(samples.map((sample) => sample.slot)).toEqual(samples.map((_, i) => (samples[0]?.slot ?? 0) - i * numSlots));
});

test('getAccountInfo returns an account that decodes, and null for an unknown one', async () => {
  const { connection } = await frozen();
  const { context, value } = await connection.getAccountInfoAndContext(new PublicKey(MAIN_USDC));
  expect(context.slot).toBe(START_SLOT);
  expect(value).toMatchObject({ executable: false, lamports: 60_913_920, owner: new PublicKey(KLEND) });
  const reserve = decodeReserve({ address: MAIN_USDC, owner: KLEND, data: value?.data ?? Buffer.alloc(0) });
  expect(reserve.tokenSymbol).toBe('USDC');
  expect(await connection.getAccountInfo(PublicKey.unique())).toBeNull();
});

test('getMultipleAccounts returns 99 accounts and the Clock of the same bank, in order, null where there is none', async () => {
  const { connection } = await frozen();
  const unknown = Array.from({ length: 99 - EVERY_RESERVE.length }, () => PublicKey.unique());
  const keys = [...EVERY_RESERVE.map((address) => new PublicKey(address)), ...unknown, new PublicKey(CLOCK)];
  const { context, value } = await connection.getMultipleAccountsInfoAndContext(keys);
  expect(value).toHaveLength(100);
  expect(value.slice(0, EVERY_RESERVE.length).every((account) => account?.data.length === 8_624)).toBe(true);
  expect(value.slice(EVERY_RESERVE.length, 99).every((account) => account === null)).toBe(true);
  const clock = value.at(-1);
  expect(clock?.data).toHaveLength(40);
  const owner = clock?.owner.toBase58() ?? '';
  const decoded = decodeClock({ address: CLOCK, owner, data: clock?.data ?? Buffer.alloc(0) });
  expect(decoded).toMatchObject({ slot: BigInt(context.slot), unixTimestamp: BigInt(START_TIME) });
});

test('a 101st key is refused with -32602', async () => {
  const { connection } = await frozen();
  const keys = Array.from({ length: 101 }, () => PublicKey.unique());
  await expect(connection.getMultipleAccountsInfo(keys)).rejects.toThrow('Too many inputs provided; max 100');
});

test('getProgramAccounts finds the 26 reserves and 6 markets by discriminator and size, whole or sliced', async () => {
  const { connection } = await frozen();
  const reserves = await connection.getProgramAccounts(new PublicKey(KLEND), {
    filters: [{ dataSize: 8_624 }, { memcmp: { offset: 0, bytes: '8MMas8GHex6' } }],
    dataSlice: { offset: 32, length: 32 },
  });
  expect(reserves.map((found) => found.pubkey.toBase58()).toSorted()).toEqual(EVERY_RESERVE.toSorted());
  expect(reserves.every((found) => found.account.data.length === 32)).toBe(true);
  const markets = await connection.getProgramAccounts(new PublicKey(KLEND), {
    filters: [
      { memcmp: { offset: 0, bytes: Buffer.from('f6723262489d1c78', 'hex').toString('base64'), encoding: 'base64' } },
    ],
    withContext: true,
  });
  expect(markets.context.slot).toBe(START_SLOT);
  const names = markets.value.map(({ pubkey, account }) => {
    return decodeLendingMarket({ address: pubkey.toBase58(), owner: KLEND, data: account.data }).name;
  });
  expect(names.toSorted()).toEqual(
    KNOWN_REGISTRY.filter((market) => market.reserves.length > 0)
      .map((market) => market.name)
      .toSorted(),
  );
  const ofMain = await connection.getProgramAccounts(new PublicKey(KLEND), {
    filters: [{ dataSize: 8_624 }, { memcmp: { offset: 32, bytes: MAIN_MARKET } }],
  });
  expect(ofMain).toHaveLength(15);
  expect(await connection.getProgramAccounts(PublicKey.unique())).toEqual([]);
});

test('getParsedAccountInfo falls back to bytes', async () => {
  const { connection } = await frozen();
  const { value } = await connection.getParsedAccountInfo(new PublicKey(MAIN_USDC));
  expect(Buffer.isBuffer(value?.data) && value.data.length).toBe(8_624);
});

test('minContextSlot above the node is refused with -32016', async () => {
  const { connection } = await frozen();
  expect(await connection.getSlot({ minContextSlot: START_SLOT })).toBe(START_SLOT);
  await expect(connection.getSlot({ minContextSlot: START_SLOT + 1 })).rejects.toThrow(
    'Minimum context slot has not been reached',
  );
});

test('the scenario has the mints of Token-2022, one of them with a multiplier for UI amounts', async () => {
  const { connection } = await frozen();
  const programs = await Promise.all(
    KNOWN_REGISTRY.flatMap((market) => market.reserves).map(async ({ address, mint, decimals }) => {
      const [reserve, account] = await connection.getMultipleAccountsInfo([
        new PublicKey(address),
        new PublicKey(mint),
      ]);
      const { tokenProgram } = decodeReserve({
        address,
        owner: KLEND,
        data: reserve?.data ?? new Uint8Array(),
      }).liquidity;
      const decoded =
        account == null ? null : decodeMint({ address: mint, owner: account.owner.toBase58(), data: account.data });
      return { mint, decimals, tokenProgram, decoded };
    }),
  );
  const extended = programs.filter(({ tokenProgram }) => tokenProgram === TOKEN_2022_PROGRAM_ADDRESS);
  expect(extended.map(({ decoded }) => decoded?.decimals)).toEqual(extended.map(({ decimals }) => decimals));
  const scaled = new Map(extended.map(({ mint, decoded }) => [mint, decoded?.scaledUiAmount]));
  expect(Object.fromEntries(scaled)).toEqual({
    '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': null,
    '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH': {
      multiplier: 1,
      newMultiplier: 1.0025,
      newMultiplierEffectiveAt: BigInt(START_TIME - 86_400),
    },
  });
});
