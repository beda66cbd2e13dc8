import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LocalnetOptions } from '../src/settings/localnet-options.ts';
import { type HandClock, MAIN_USDC, readAccount, START_SLOT, useFolders, useLocalnets } from './support.ts';

const start = useLocalnets();
const newFolder = useFolders();

test('a restart continues the same chain, at the slot that the wall clock says, with the bytes of a chain that never stopped', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const options: LocalnetOptions = { seed: 'tide', slot: null, unixTimeSeconds: null, nowMs: () => clock.nowMs };
  const stateDir = await newFolder();
  const first = await start({ ...options, stateDir });
  const steady = await start(options);
  expect(steady.genesisHash).toBe(first.genesisHash);
  clock.nowMs += 100_000;
  await first.close();
  clock.nowMs += 60_000;
  const second = await start({ ...options, stateDir });
  expect(second.genesisHash).toBe(first.genesisHash);
  expect(second.currentSlot()).toBe(steady.currentSlot());
  expect(await readAccount(second.rpcUrl, MAIN_USDC)).toEqual(await readAccount(steady.rpcUrl, MAIN_USDC));
  clock.nowMs += 60_000;
  expect(await readAccount(second.rpcUrl, MAIN_USDC)).toEqual(await readAccount(steady.rpcUrl, MAIN_USDC));
});

test('a state that control wrote survives, on a frozen clock too', async () => {
  const stateDir = await newFolder();
  const first = await start({ stateDir, slotMs: 0 });
  first.control.setClock({ slot: START_SLOT + 5_000, unixTime: 1_800_000_000 });
  first.control.putAccount({ address: MAIN_USDC, data: new Uint8Array([1, 2, 3]) });
  const before = first.control.state();
  await first.close();
  const second = await start({ stateDir, slotMs: 0 });
  expect(second.control.state()).toMatchObject({
    slot: before.slot,
    unixTime: 1_800_000_000,
    genesisHash: before.genesisHash,
  });
  expect((await readAccount(second.rpcUrl, MAIN_USDC)).data).toEqual(Buffer.from([1, 2, 3]));
});

test('another slot time continues from the checkpoint without a jump in slot or time', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const stateDir = await newFolder();
  const first = await start({ stateDir, nowMs: () => clock.nowMs });
  clock.nowMs += 40_000;
  const before = first.control.state();
  await first.close();
  const second = await start({ stateDir, slotMs: 100, nowMs: () => clock.nowMs });
  expect(second.control.state()).toMatchObject({ slot: before.slot, unixTime: before.unixTime });
  clock.nowMs += 1_000;
  expect(second.currentSlot()).toBe(before.slot + 10);
});

test.each<[string, LocalnetOptions]>([
  ['seed', { seed: 'other' }],
  ['start slot', { slot: START_SLOT + 1 }],
  ['accrual variant', { accrualVariant: 'before-1.17' }],
  ['activity', { activity: 'none' }],
])('a checkpoint of another chain (%s) is moved aside and a new chain begins', async (_name, change) => {
  const stateDir = await newFolder();
  const first = await start({ stateDir, slotMs: 0 });
  first.control.step(50);
  await first.close();
  const second = await start({ stateDir, slotMs: 0, ...change });
  expect(second.control.state().slot).toBe(change.slot ?? START_SLOT);
  expect((await readdir(stateDir)).filter((name) => name.startsWith('checkpoint.json.replaced-'))).toHaveLength(1);
});

test.each([
  ['cut short', (text: string) => text.slice(0, 1_000)],
  ['changed by a digit', (text: string) => text.replace(/reachedSlot(\\":)4/, 'reachedSlot$15')],
  ['empty', () => ''],
])('a checkpoint that was %s is moved aside and a new chain begins', async (_name, spoil) => {
  const stateDir = await newFolder();
  const first = await start({ stateDir, slotMs: 0 });
  await first.close();
  const file = join(stateDir, 'checkpoint.json');
  const text = await readFile(file, 'utf8');
  expect(spoil(text)).not.toBe(text);
  await writeFile(file, spoil(text));
  const second = await start({ stateDir, slotMs: 0 });
  expect(second.genesisHash).toBe(first.genesisHash);
  expect((await readdir(stateDir)).filter((name) => name.startsWith('checkpoint.json.corrupt-'))).toHaveLength(1);
});

test('two localnets do not share a state folder', async () => {
  const stateDir = await newFolder();
  await start({ stateDir, slotMs: 0 });
  await expect(start({ stateDir, slotMs: 0 })).rejects.toThrow('is held by process');
});

test('a chain that was away for a year is back within seconds', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const stateDir = await newFolder();
  const first = await start({ stateDir, nowMs: () => clock.nowMs });
  await first.close();
  clock.nowMs += 365 * 86_400_000;
  const second = await start({ stateDir, nowMs: () => clock.nowMs });
  const { slot, data } = await readAccount(second.rpcUrl, MAIN_USDC);
  expect(slot).toBe(START_SLOT + 105_120_000);
  const lastUpdateSlot = Number(data?.readBigUInt64LE(16));
  expect(slot - lastUpdateSlot).toBeLessThan(100_000);
});
