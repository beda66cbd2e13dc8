import { DEFAULT_SLOT_MS } from '../src/settings/localnet-options.ts';
import { createHash } from 'node:crypto';
import { KNOWN_REGISTRY } from '@tidemark/protocols/kamino';
import { expect, test } from 'vitest';
import type { Localnet } from '../src/create-localnet.ts';
import { type HandClock, MAIN_USDC, readAccount, START_SLOT, START_TIME, useLocalnets } from './support.ts';

const start = useLocalnets();
const EVERY_RESERVE = KNOWN_REGISTRY.flatMap((market) => market.reserves.map((reserve) => reserve.address));

/** SHA-256 of every reserve as of the newest slot. */
async function digest({ rpcUrl }: Localnet): Promise<string[]> {
  const digests = EVERY_RESERVE.map(async (address) => {
    const { data } = await readAccount(rpcUrl, address);
    return createHash('sha256')
      .update(data ?? '')
      .digest('hex');
  });
  return Promise.all(digests);
}

test('the same seed gives the same bytes at a slot, however often and in whatever steps it was asked', async () => {
  const often: HandClock = { nowMs: 5_000_000 };
  const seldom: HandClock = { nowMs: 7_777_777 };
  const polled = await start({ seed: 'tide', nowMs: () => often.nowMs });
  const asleep = await start({ seed: 'tide', nowMs: () => seldom.nowMs });
  const stepped = await start({ seed: 'tide', slotMs: 0 });
  for (let slot = 0; slot < 600; slot += 7) {
    often.nowMs += 7 * DEFAULT_SLOT_MS;
    polled.currentSlot();
  }
  seldom.nowMs += 602 * DEFAULT_SLOT_MS + (DEFAULT_SLOT_MS - 1);
  stepped.control.step(602);
  expect(polled.currentSlot()).toBe(START_SLOT + 602);
  expect(asleep.currentSlot()).toBe(START_SLOT + 602);
  const expected = await digest(stepped);
  expect(new Set(expected).size).toBe(EVERY_RESERVE.length);
  expect(await digest(polled)).toEqual(expected);
  expect(await digest(asleep)).toEqual(expected);
  expect([polled.genesisHash, asleep.genesisHash]).toEqual([stepped.genesisHash, stepped.genesisHash]);
});

test('another seed, slot or time is another chain', async () => {
  const one = await start({ seed: 'one', slotMs: 0 });
  const others = [
    await start({ seed: 'two', slotMs: 0 }),
    await start({ seed: 'one', slotMs: 0, slot: START_SLOT + 1 }),
    await start({ seed: 'one', slotMs: 0, unixTimeSeconds: START_TIME + 1 }),
  ];
  for (const other of others) expect(other.genesisHash).not.toBe(one.genesisHash);
  const bytes = async (localnet: Localnet) => (await readAccount(localnet.rpcUrl, MAIN_USDC)).data;
  expect(await bytes(others[0] ?? one)).not.toEqual(await bytes(one));
});

test('a moving clock moves slots and chain time, and each commitment sees the bank of its own slot', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const { rpcUrl } = await start({ slotMs: 400, reportedSlotMs: 450, nowMs: () => clock.nowMs });
  clock.nowMs += 400 * 1_000;
  const views = [];
  for (const [commitment, lag] of [
    ['processed', 0],
    ['confirmed', 1],
    ['finalized', 32],
  ] as const) {
    const { slot, data } = await readAccount(rpcUrl, MAIN_USDC, { commitment });
    expect(slot).toBe(START_SLOT + 1_000 - lag);
    const clockBytes = (await readAccount(rpcUrl, 'SysvarC1ock11111111111111111111111111111111', { commitment })).data;
    expect(clockBytes?.readBigUInt64LE(0)).toBe(BigInt(slot));
    expect(clockBytes?.readBigInt64LE(32)).toBe(BigInt(START_TIME + Math.floor(((1_000 - lag) * 450) / 1_000)));
    const lastUpdateSlot = data?.readBigUInt64LE(16) ?? 0n;
    expect(lastUpdateSlot).toBeLessThanOrEqual(BigInt(slot));
    views.push(lastUpdateSlot);
  }
  expect(views[2]).toBeGreaterThan(BigInt(START_SLOT));
});

test('the wall clock going back does not take the chain back', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const localnet = await start({ nowMs: () => clock.nowMs });
  clock.nowMs += DEFAULT_SLOT_MS * 100;
  expect(localnet.currentSlot()).toBe(START_SLOT + 100);
  clock.nowMs -= 30_000;
  expect(localnet.currentSlot()).toBe(START_SLOT + 100);
});

test('without activity only the clock moves', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0, activity: 'none' });
  const before = await readAccount(rpcUrl, MAIN_USDC);
  control.step(1_000);
  const after = await readAccount(rpcUrl, MAIN_USDC);
  expect(after.data).toEqual(before.data);
  expect(after.slot).toBe(before.slot + 1_000);
});
