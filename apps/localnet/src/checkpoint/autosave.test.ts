import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tidemark/runtime';
import { expect, test } from 'vitest';
import { Autosave } from './resume.ts';
import { type Checkpoint, CheckpointStore } from './checkpoint-store.ts';

const checkpoint: Checkpoint = {
  origin: { source: 's', seed: '1', filesSha256: null, activity: 'walk', accrualVariant: 'since-1.17' },
  genesisHash: 'g',
  startSlot: 1,
  startUnixTimeMs: 2,
  slotMs: 400,
  reportedSlotMs: 400,
  anchor: { slot: 1, unixTimeMs: 2, wallMs: 3 },
  reachedSlot: 4,
  accounts: [],
};

test('what did not change is not written again, and what changed is there after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-autosave-'));
  const store = await CheckpointStore.open(folder);
  const chain = { reachedSlot: 4 };
  const autosave = new Autosave({
    store,
    logger: createLogger({ name: 'test', level: 'silent' }),
    snapshot: () => ({ ...checkpoint, reachedSlot: chain.reachedSlot }),
    revision: () => String(chain.reachedSlot),
  });
  // Each write puts a new file in the place of the old one.
  const inode = async (): Promise<number> => (await stat(join(folder, 'checkpoint.json'))).ino;
  await autosave.save();
  const first = await inode();
  await autosave.save();
  expect(await inode()).toBe(first);
  chain.reachedSlot = 5;
  await autosave.close();
  const reopened = await CheckpointStore.open(folder);
  expect(await reopened.load()).toEqual({ kind: 'found', checkpoint: { ...checkpoint, reachedSlot: 5 } });
  await reopened.close();
  await rm(folder, { recursive: true });
});
