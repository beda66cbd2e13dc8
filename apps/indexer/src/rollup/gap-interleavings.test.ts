import { ObservedTime } from '@tidemark/model';
import { describe, expect, it } from 'vitest';
import { findWholeGaps, joinOverlapping, type ObservationRun } from './find-whole-gaps.ts';

const RUNS = 100_000;
const PATIENCE = 30;
const END = 400;
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** mulberry32: the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Seconds of observations, ascending; some are at the limit of patience, one second below and one above. */
function observationsOf(random: () => number): number[] {
  let second = Math.floor(random() * 20);
  const observations: number[] = [];
  while (second < END) {
    observations.push(second);
    second += [1, 5, 29, 30, 31, 70][Math.floor(random() * 6)] ?? 5;
  }
  return observations;
}

/** Observations of one of two sets of reserves, as spans are made: runs of each set, which may overlap. */
function runsOf(seconds: readonly number[], random: () => number): ObservationRun[] {
  const sets = seconds.map(() => (random() < 0.8 ? 0 : 1));
  return [0, 1]
    .flatMap((set) => {
      const runs: { from: number; to: number; observations: number }[] = [];
      for (const second of seconds.filter((_, place) => sets[place] === set)) {
        const last = runs.at(-1);
        if (last !== undefined && second - last.to <= PATIENCE) {
          last.to = second;
          last.observations += 1;
        } else runs.push({ from: second, to: second, observations: 1 });
      }
      return runs;
    })
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to, observations }) => ({
      from: at(from),
      to: at(to),
      fromSlot: BigInt(from),
      toSlot: BigInt(to),
      fromStartedAt: at(from),
      toStartedAt: at(to),
      observations,
      gapAfterMs: PATIENCE * 1000,
    }));
}

/** In words: from when to when, between which slots, and whether it goes on. */
function gapsByHand(observations: readonly number[]): string[] {
  return observations.flatMap((from, place) => {
    const next = observations[place + 1];
    return (next ?? END) - from > PATIENCE ? [`${from} to ${next ?? END}, slots ${from} to ${next ?? 'none'}`] : [];
  });
}

const secondsOf = (time: Date): number => (time.getTime() - 1_800_000_000_000) / 1000;

/** Seconds of `[from, to)` that are in no gap by hand, after the first observation and before the last. */
function observedByHand(observations: readonly number[], from: number, to: number): number {
  return observations.reduce((sum, second, place) => {
    const next = observations[place + 1] ?? second;
    return next - second > PATIENCE ? sum : sum + Math.max(0, Math.min(next, to) - Math.max(second, from));
  }, 0);
}

describe('what is a gap, however its observations fell into runs', () => {
  it(`is every hole and nothing else, and the rest is observed, in ${RUNS} cases`, () => {
    const random = createRandom(1);
    const wrong: object[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const observations = observationsOf(random);
      const runs = runsOf(observations, random);
      const around = { runs: joinOverlapping(runs), before: null, after: null, newestBankAt: at(END) };
      const gaps = findWholeGaps(around, { from: at(0), to: at(END + 1) });
      const found = gaps.map(
        ({ from, to, fromSlot, toSlot }) =>
          `${secondsOf(from)} to ${secondsOf(to)}, slots ${fromSlot} to ${toSlot ?? 'none'}`,
      );
      if (found.join('; ') !== gapsByHand(observations).join('; ')) wrong.push({ observations, found });
      const from = Math.floor(random() * END);
      const observed = new ObservedTime(runs).between(at(from).getTime(), at(END).getTime()) / 1000;
      if (observed !== observedByHand(observations, from, END)) wrong.push({ observations, from, observed });
    }
    expect(wrong.slice(0, 1)).toEqual([]);
  });
});
