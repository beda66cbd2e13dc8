import { expect, it } from 'vitest';
import { BoundedMemory } from './limits.ts';

const countOf = async (memory: BoundedMemory, name: string) => (await memory.get(name))?.consumedPoints ?? 0;

it('counts by name in windows, and never refuses: limits differ by key', async () => {
  const memory = new BoundedMemory({ windowSeconds: 3_600, mostNames: 10 });
  for (let count = 1; count <= 1_000; count += 1) {
    const counted = await memory.consume('a');
    expect(counted.consumedPoints).toBe(count);
    expect(counted.msBeforeNext).toBeGreaterThan(0);
  }
  expect([await countOf(memory, 'a'), await countOf(memory, 'b')]).toEqual([1_000, 0]);
});

it('has never more names than there are places, and forgets the window that was opened first', async () => {
  const memory = new BoundedMemory({ windowSeconds: 3_600, mostNames: 3 });
  for (const name of ['a', 'b', 'c']) await memory.consume(name);
  await memory.consume('a');
  await memory.consume('d');
  expect([memory.size, await countOf(memory, 'a'), await countOf(memory, 'b')]).toEqual([3, 0, 1]);
  for (let address = 0; address < 10_000; address += 1) await memory.consume(`address ${address}`);
  expect([memory.size, Object.keys(memory.dump().storage).length]).toEqual([3, 3]);
});

it('says how often it was used in the place of another', async () => {
  let uses = 0;
  const memory = new BoundedMemory({ windowSeconds: 3_600, mostNames: 3, onUse: () => (uses += 1) });
  await memory.consume('a');
  await memory.get('a');
  expect(uses).toBe(2);
});
