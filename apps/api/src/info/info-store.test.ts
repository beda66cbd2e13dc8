import { describe, expect, it } from 'vitest';
import { createInfoStore, type InfoTables } from './info-store.ts';
import { createUnlistedCheck } from './unlisted-reserves.ts';

const HOUR_MS = 3_600_000;
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
    let latest = { reserves: ['a'] };
    const { store, loads } = storeOf(createUnlistedCheck(() => latest));
    const first = store.get();
    await turns();
    loads[0]?.resolve(tablesOf('a'));
    await first;
    latest = { reserves: ['a', 'b'] };
    const asked = [store.get(), store.get()];
    await turns();
    expect(loads).toHaveLength(2);
    // A replica that has not got it yet: nobody makes it load again and again.
    loads[1]?.resolve(tablesOf('a'));
    await Promise.all(asked);
    for (let count = 0; count < 100; count += 1) await store.get();
    expect(loads).toHaveLength(2);
    latest = { reserves: ['b', 'a'] };
    const again = store.get();
    await turns();
    loads[2]?.resolve(tablesOf('a', 'b'));
    expect((await again).reserves).toHaveLength(2);
    latest = { reserves: ['a', 'b'] };
    await store.get();
    expect(loads).toHaveLength(3);
  });

  it('are asked for again by the next one where the load for a piece of news failed', async () => {
    let latest = { reserves: ['a'] };
    const { store, loads } = storeOf(createUnlistedCheck(() => latest));
    const first = store.get();
    await turns();
    loads[0]?.resolve(tablesOf('a'));
    await first;
    latest = { reserves: ['a', 'b'] };
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
    let latest = { reserves: ['a'] };
    const { store, loads } = storeOf(
      createUnlistedCheck(() => latest),
      0,
    );
    const first = store.get();
    await turns();
    loads[0]?.resolve(tablesOf('a'));
    await first;
    const before = store.get();
    await turns();
    latest = { reserves: ['a', 'b'] };
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
