import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@tidemark/core';
import { expect, it } from 'vitest';
import { createStatusStore } from './status-store.ts';

it('loads nothing before it is asked, and once for all who ask meanwhile and afterwards', async () => {
  let loads = 0;
  const store = createStatusStore({
    load: async () => {
      await sleep(5);
      return (loads += 1);
    },
    maxAgeMs: HOUR_MS,
    retryAfterMs: HOUR_MS,
  });
  expect(loads).toBe(0);
  const all = await Promise.all(Array.from({ length: 500 }, () => store.get()));
  expect([all.length, new Set(all)]).toEqual([500, new Set([1])]);
  expect(await store.get()).toBe(1);
});

it('loads again when the status is too old', async () => {
  let loads = 0;
  const store = createStatusStore({
    load: async () => (loads += 1),
    maxAgeMs: 0,
    retryAfterMs: HOUR_MS,
  });
  expect([await store.get(), await store.get()]).toEqual([1, 2]);
});

it('tells a failure to everybody for a while before it asks again, and never an old status in its place', async () => {
  let loads = 0;
  const load = async (): Promise<number> => {
    loads += 1;
    if (loads === 1) return loads;
    throw new Error(`failure of load ${loads}`);
  };
  const patient = createStatusStore({ load, maxAgeMs: 0, retryAfterMs: HOUR_MS });
  expect(await patient.get()).toBe(1);
  for (const _ of [1, 2, 3]) await expect(patient.get()).rejects.toThrow('failure of load 2');
  expect(loads).toBe(2);

  const eager = createStatusStore({ load, maxAgeMs: 0, retryAfterMs: 0 });
  await expect(eager.get()).rejects.toThrow('failure of load 3');
  await expect(eager.get()).rejects.toThrow('failure of load 4');
});
