import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import {
  type ClockPair,
  type SlotDurationOptions,
  slotDurationOfClockPair,
  slotDurationOfSamples,
  SlotDurationSource,
} from './slot-duration.ts';

const sample = (numSlots: number, samplePeriodSecs = 60) => ({ numSlots, samplePeriodSecs });
const pair = (slots: number, seconds: number): ClockPair => ({
  fromSlot: 1_000n,
  toSlot: BigInt(1_000 + slots),
  fromAt: new Date(0),
  toAt: new Date(seconds * 1000),
});

function source(overrides: Partial<SlotDurationOptions> = {}) {
  const clock = createManualClock();
  const refused: unknown[] = [];
  const created = new SlotDurationSource({
    fetchSamples: async () => [],
    loadClockPair: async () => null,
    configuredMs: null,
    clock,
    onRefused: (name, reason) => refused.push([name, reason]),
    ...overrides,
  });
  return { clock, refused, get: () => created.get() };
}

const refusing = () => Promise.reject(new Error('Method not found'));

describe('slot duration', () => {
  it('is all time by all slots, not the mean of the samples', () => {
    expect(slotDurationOfSamples([sample(150), sample(100, 30)])).toBe(360);
  });

  it('ignores samples of a node that stood still', () => {
    expect(slotDurationOfSamples([sample(0), sample(150), sample(0)])).toBe(400);
    expect(slotDurationOfSamples([sample(0)])).toBeUndefined();
    expect(slotDurationOfSamples([])).toBeUndefined();
  });

  it('is not measured between clocks that are too close, equal or backwards', () => {
    expect(slotDurationOfClockPair(pair(750, 300))).toBe(400);
    expect(slotDurationOfClockPair(pair(300, 100))).toBeUndefined();
    expect(slotDurationOfClockPair(pair(0, 300))).toBeUndefined();
    expect(slotDurationOfClockPair(pair(-5, 300))).toBeUndefined();
  });

  it('comes from the samples, else from stored clocks, else from the configuration', async () => {
    const loadClockPair = async () => pair(1_000, 300);
    const fetchSamples = async () => [sample(150)];
    expect(await source({ fetchSamples, loadClockPair, configuredMs: 450 }).get()).toEqual({
      slotDurationMs: 400,
      source: 'performance_samples',
    });
    expect(await source({ fetchSamples: refusing, loadClockPair, configuredMs: 450 }).get()).toEqual({
      slotDurationMs: 300,
      source: 'clock_pairs',
    });
    expect(await source({ fetchSamples: refusing, configuredMs: 450 }).get()).toEqual({
      slotDurationMs: 450,
      source: 'configured',
    });
  });

  it('is refused rather than assumed when no source knows it', async () => {
    const { get } = source({ fetchSamples: refusing });
    await expect(get()).rejects.toMatchObject({ code: 'SLOT_DURATION_UNAVAILABLE' });
  });

  it.each([1, 49, 2_001, 60_000])('is not believed at %d ms', async (ms) => {
    const { get, refused } = source({ fetchSamples: async () => [sample(60_000 / ms, 60)], configuredMs: 400 });
    expect(await get()).toMatchObject({ source: 'configured' });
    expect(refused).toHaveLength(1);
  });

  it('is measured once for batches that ask together', async () => {
    let measured = 0;
    const { get } = source({
      fetchSamples: async () => {
        measured += 1;
        return [sample(150)];
      },
    });
    await Promise.all([get(), get(), get()]);
    await get();
    expect(measured).toBe(1);
  });

  it('is measured again after a minute without making anybody wait', async () => {
    let slots = 150;
    const { get, clock } = source({ fetchSamples: async () => [sample(slots)] });
    await get();
    slots = 200;
    clock.advance(61_000);
    expect((await get()).slotDurationMs).toBe(400);
    await expect.poll(async () => (await get()).slotDurationMs).toBe(300);
  });

  it('is not used when it is older than a quarter of an hour', async () => {
    let answers = true;
    const { get, clock } = source({ fetchSamples: async () => (answers ? [sample(150)] : refusing()) });
    await get();
    answers = false;
    clock.advance(14 * 60_000);
    expect((await get()).slotDurationMs).toBe(400);
    clock.advance(2 * 60_000);
    await expect(get()).rejects.toMatchObject({ code: 'SLOT_DURATION_UNAVAILABLE' });
  });
});
