import { HOUR_MS } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { createInfoStore, type InfoTables } from './info-store.ts';
import { createUnlistedCheck } from './unlisted-reserves.ts';

/** Tables of which only the addresses matter. */
const tablesOf = (...reserves: string[]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the tables is looked at
  ({ reserves: reserves.map((reserve) => ({ reserve })) }) as unknown as InfoTables;

/** A store over loads that the test answers, in their order. */
function storeOf(newsFor: (tables: InfoTables) => object | null, maxAgeMs = HOUR_MS) {
  const loads: { resolve: (tables: InfoTables) => void; reject: (error: Error) => void }[] = [];
  const store = createInfoStore({
    load: () => new Promise((resolve, reject) => loads.push({ resolve, reject })),
    maxAgeMs,
    newsFor,
  });
  return { store, loads };
}
const turns = async () => {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
};

/** A store that has loaded its first tables, with one reserve, and a list of newest rows that names what the test says. */
async function loadedStore(maxAgeMs?: number) {
  let latest = { reserves: ['a'] };
  const { store, loads } = storeOf(
    createUnlistedCheck(() => latest),
    maxAgeMs,
  );
  const first = store.get();
  await turns();
  loads[0]?.resolve(tablesOf('a'));
  await first;
  const list = (...reserves: string[]): void => {
    latest = { reserves };
  };
  return { store, loads, list };
}

describe('the rows of the info endpoints', () => {
  it('are loaded once for all who ask, and kept', async () => {
    const { store, loads } = storeOf(() => null);
    const asked = [store.get(), store.get(), store.get()];
    await turns();
    expect(loads).toHaveLength(1);
    loads[0]?.resolve(tablesOf('a'));
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    await store.get();
    expect(loads).toHaveLength(1);
  });

  it('are loaded again for a reserve that they lack, once for each piece of news and whoever asks', async () => {
    const { store, loads, list } = await loadedStore();
    list('a', 'b');
    const asked = [store.get(), store.get()];
    await turns();
    expect(loads).toHaveLength(2);
    // A replica that has not got it yet: nobody makes it load again and again.
    loads[1]?.resolve(tablesOf('a'));
    await Promise.all(asked);
    for (let count = 0; count < 100; count += 1) await store.get();
    expect(loads).toHaveLength(2);
    list('b', 'a');
    const again = store.get();
    await turns();
    loads[2]?.resolve(tablesOf('a', 'b'));
    expect((await again).reserves).toHaveLength(2);
    list('a', 'b');
    await store.get();
    expect(loads).toHaveLength(3);
  });

  it('are asked for again by the next one where the load for a piece of news failed', async () => {
    const { store, loads, list } = await loadedStore();
    list('a', 'b');
    const failed = store.get();
    await turns();
    loads[1]?.reject(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    const again = store.get();
    await turns();
    loads[2]?.resolve(tablesOf('a', 'b'));
    expect((await again).reserves).toHaveLength(2);
  });

  it('come from a load that began after the news, not from the one under way', async () => {
    const { store, loads, list } = await loadedStore(0);
    const before = store.get();
    await turns();
    list('a', 'b');
    const after = store.get();
    loads[1]?.resolve(tablesOf('a'));
    await before;
    await turns();
    expect(loads).toHaveLength(3);
    loads[2]?.resolve(tablesOf('a', 'b'));
    expect((await after).reserves).toHaveLength(2);
  });

  it('are asked for anew after a failure', async () => {
    const { store, loads } = storeOf(() => null);
    const failed = store.get();
    await turns();
    loads[0]?.reject(new Error('gone'));
    await expect(failed).rejects.toThrow('gone');
    const next = store.get();
    await turns();
    loads[1]?.resolve(tablesOf('a'));
    expect((await next).reserves).toHaveLength(1);
  });
});
