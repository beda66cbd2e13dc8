import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection, PublicKey } from '@solana/web3.js';
import { waitFor } from '@tidemark/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CLOCK, KLEND, MAIN_USDC, post, START_SLOT, useFolders, useLocalnets } from './support.ts';

const start = useLocalnets();
const newFolder = useFolders();

const line = z.object({ type: z.string(), at: z.number() }).loose();

async function readLines(file: string) {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => line.parse(JSON.parse(row)));
}

const body = (id: unknown, method: string, params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

test('a read of several accounts is noted with its id, slot and addresses once all of it was sent, and of every other call how it ended', async () => {
  const answerFile = join(await newFolder(), 'answers.jsonl');
  const localnet = await start({ slotMs: 0, answerFile });
  const ask = (id: string) => post(localnet.rpcUrl, body(id, 'getMultipleAccounts', [[MAIN_USDC, CLOCK]]));
  await ask('poll-1-0');
  await post(localnet.rpcUrl, body('other', 'getSlot', []));
  localnet.control.setFaults({ brokenBodyRate: 1 });
  await ask('cut short');
  localnet.control.setFaults({ http5xxRate: 1 });
  await ask('refused');
  localnet.control.setFaults({});
  await post(localnet.rpcUrl, body('no list', 'getMultipleAccounts', ['nonsense']));
  localnet.control.step(5);
  await ask('poll-2-0');
  await waitFor(async () => (await readLines(answerFile)).length >= 6, { description: 'a line for each call' });
  await localnet.close();
  const read = (id: string, slot: number) => ({ type: 'answer', id, slot, addresses: [MAIN_USDC, CLOCK] });
  const other = (id: string, method: string, said: string) => ({ type: 'call', id, method, said });
  const lines = await readLines(answerFile);
  expect(lines.filter(({ type }) => type === 'answer')).toMatchObject([
    read('poll-1-0', START_SLOT),
    read('poll-2-0', START_SLOT + 5),
  ]);
  expect(lines.filter(({ type }) => type === 'call')).toMatchObject([
    other('other', 'getSlot', 'result'),
    other('cut short', 'getMultipleAccounts', 'part of an answer'),
    other('refused', 'getMultipleAccounts', expect.stringMatching(/^status 50[234]$/)),
    other('no list', 'getMultipleAccounts', 'error -32602'),
  ]);
});

test('a notification about an account of the program is noted with its slot once it was sent', async () => {
  const answerFile = join(await newFolder(), 'answers.jsonl');
  const localnet = await start({ slotMs: 0, answerFile });
  const connection = new Connection(localnet.rpcUrl, 'processed');
  const heard: { address: string; slot: number }[] = [];
  const id = connection.onProgramAccountChange(
    new PublicKey(KLEND),
    ({ accountId }, { slot }) => heard.push({ address: accountId.toBase58(), slot }),
    { filters: [{ dataSize: 8_624 }] },
  );
  await waitFor(() => localnet.control.state().subscriptions === 1, { description: 'the subscription' });
  localnet.control.step(200);
  const notified = async () => (await readLines(answerFile)).filter(({ type }) => type === 'notification');
  await waitFor(async () => heard.length > 26 && (await notified()).length === heard.length);
  expect((await notified()).map(({ address, slot }) => ({ address, slot }))).toEqual(heard);
  await connection.removeProgramAccountChangeListener(id);
});

test('the scenario has as many reserves as are asked for: copies of the registry’s, used an eighth as often', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0, reserves: 104 });
  const list = async () => {
    const filters = [{ dataSize: 8_624 }];
    const accounts = await new Connection(rpcUrl).getProgramAccounts(new PublicKey(KLEND), { filters });
    return new Map(accounts.map(({ pubkey, account }) => [pubkey.toBase58(), account.data.toString('base64')]));
  };
  const before = await list();
  expect(before.size).toBe(104);
  control.step(150);
  const after = await list();
  const changed = [...after].filter(([address, data]) => before.get(address) !== data).map(([address]) => address);
  expect(changed).toContain(MAIN_USDC);
  expect(changed.length).toBeGreaterThanOrEqual(26);
  expect(changed.length).toBeLessThan(26 + (104 - 26) / 2);
});
