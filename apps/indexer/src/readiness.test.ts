import { describe, expect, it } from 'vitest';
import { checkReadiness, type ReadinessDeps } from './readiness.ts';

const check = (overrides: Partial<ReadinessDeps> & { ageMs?: number } = {}) =>
  checkReadiness({
    commitAgeMs: async () => overrides.ageMs ?? 0,
    pingQueue: async () => undefined,
    pollIntervalMs: 5_000,
    ...overrides,
  });
const away = () => Promise.reject(new Error('away'));

describe('readiness', () => {
  it('lasts three polls after the last commit, but at least half a minute', async () => {
    const ready = async (ageMs: number, pollIntervalMs: number) => (await check({ ageMs, pollIntervalMs })).ready;
    expect(await Promise.all([ready(30_000, 5_000), ready(30_001, 5_000)])).toEqual([true, false]);
    expect(await Promise.all([ready(60_000, 20_000), ready(60_001, 20_000)])).toEqual([true, false]);
  });

  it('needs a commit', async () => {
    expect(await check({ commitAgeMs: async () => null })).toMatchObject({
      ready: false,
      checks: { fresh: { ok: false, ageMs: null } },
    });
  });

  it('needs the queue and the database, and names the one that is away', async () => {
    expect(await check({ pingQueue: away })).toMatchObject({
      ready: false,
      checks: { queue: { ok: false }, database: { ok: true } },
    });
    expect(await check({ commitAgeMs: away })).toMatchObject({
      ready: false,
      checks: { queue: { ok: true }, database: { ok: false } },
    });
  });

  it('takes a commit by a database whose clock is ahead for a fresh one', async () => {
    expect(await check({ ageMs: -2_000 })).toMatchObject({ ready: true, checks: { fresh: { ageMs: 0 } } });
  });
});
