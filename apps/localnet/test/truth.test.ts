import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MAIN_USDC, readAccount, START_SLOT, useFolders, useLocalnets } from './support.ts';

const start = useLocalnets();
const newFolder = useFolders();

const line = z.object({
  type: z.string(),
  kind: z.string().optional(),
  event: z.string().optional(),
  slot: z.number().optional(),
  address: z.string().optional(),
  sha256: z.string().nullable().optional(),
  dataBase64: z.string().nullable().optional(),
});

async function readTruth(file: string) {
  const text = await readFile(file, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((row) => line.parse(JSON.parse(row)));
}

test('every state that was ever served is in the truth file, with its slot and hash', async () => {
  const truthFile = join(await newFolder(), 'truth', 'truth.jsonl');
  const localnet = await start({ slotMs: 0, truthFile, truthData: true });
  const served = new Map<string, number>();
  for (let index = 0; index < 100; index += 1) {
    const { slot, data } = await readAccount(localnet.rpcUrl, MAIN_USDC);
    const hash = createHash('sha256')
      .update(data ?? '')
      .digest('hex');
    if (!served.has(hash)) served.set(hash, slot);
    localnet.control.step(20);
  }
  await localnet.close();
  const truth = await readTruth(truthFile);
  expect(truth[0]).toMatchObject({ type: 'chain', event: 'started' });
  const states = truth.filter((entry) => entry.address === MAIN_USDC);
  expect(states[0]).toMatchObject({ kind: 'initial', slot: START_SLOT });
  expect(served.size).toBeGreaterThan(10);
  for (const [hash, firstSeen] of served) {
    const entry = states.find((state) => state.sha256 === hash);
    expect(entry?.slot).toBeLessThanOrEqual(firstSeen);
  }
  for (const state of states) {
    const data = Buffer.from(state.dataBase64 ?? '', 'base64');
    expect(createHash('sha256').update(data).digest('hex')).toBe(state.sha256);
  }
});

test('what control does is in the truth file too, and a restart appends', async () => {
  const folder = await newFolder();
  const options = { slotMs: 0, truthFile: join(folder, 'truth.jsonl'), stateDir: join(folder, 'state') };
  const first = await start(options);
  first.control.putAccount({ address: MAIN_USDC, data: new Uint8Array([1]) });
  first.control.deleteAccount(MAIN_USDC);
  await first.close();
  await (await start(options)).close();
  const truth = await readTruth(options.truthFile);
  const kinds = truth.filter((entry) => entry.address === MAIN_USDC).map((entry) => entry.kind);
  expect(kinds).toEqual(['initial', 'control', 'delete']);
  expect(truth.filter((entry) => entry.type === 'chain').map((entry) => entry.event)).toEqual(['started', 'resumed']);
  expect(truth.every((entry) => entry.dataBase64 === undefined)).toBe(true);
});
