import { observedSecondsIn } from '@tidemark/history';
import { describe, expect, it } from 'vitest';
import { findWholeGaps, type FoundGap, joinOverlapping } from './find-whole-gaps.ts';
import { gapReasonOf } from './gap-reason.ts';

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

/** Seconds of looks, ascending; some are at the limit of patience, one second below and one above. */
function looksOf(random: () => number): number[] {
  let second = Math.floor(random() * 20);
  const looks: number[] = [];
  while (second < END) {
    looks.push(second);
    second += [1, 5, 29, 30, 31, 70][Math.floor(random() * 6)] ?? 5;
  }
  return looks;
}

/** Looks at one of two sets of reserves, as spans are made: runs of each set, which may overlap. */
function runsOf(looks: readonly number[], random: () => number) {
  const sets = looks.map(() => (random() < 0.8 ? 0 : 1));
  return [0, 1]
    .flatMap((set) => {
      const runs: { from: number; to: number; observations: number }[] = [];
      for (const second of looks.filter((_, place) => sets[place] === set)) {
        const last = runs.at(-1);
        if (last !== undefined && second - last.to <= PATIENCE) {
          last.to = second;
          last.observations += 1;
        } else runs.push({ from: second, to: second, observations: 1 });
      }
      return runs;
    })
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to, observations }) => ({ from: at(from), to: at(to), observations, gapAfterMs: PATIENCE * 1000 }));
}

/** The same by hand: two looks that are too far apart, and the end. */
function gapsByHand(looks: readonly number[]): FoundGap[] {
  return looks.flatMap((from, place): FoundGap[] => {
    const next = looks[place + 1];
    const to = next ?? END;
    return to - from > PATIENCE ? [{ from: at(from), to: at(to), isOpen: next === undefined }] : [];
  });
}

/** Seconds of `[from, to)` that are in no gap by hand, after the first look and before the last. */
function observedByHand(looks: readonly number[], from: number, to: number): number {
  return looks.reduce((sum, second, place) => {
    const next = looks[place + 1] ?? second;
    return next - second > PATIENCE ? sum : sum + Math.max(0, Math.min(next, to) - Math.max(second, from));
  }, 0);
}

/** The strongest evidence by hand; a look counts after that which the gap begins with, up to the one that it ends with. */
function reasonByHand(vain: readonly number[], refused: readonly number[], failed: readonly number[]): string {
  const inVain = vain.filter((second) => second > 100 && second <= 200);
  if (inVain.some((second) => refused.includes(second))) return 'quarantined';
  if (inVain.length > 0) return 'account_missing';
  return failed.length === 0 ? 'not_polled' : `poll_failed:E${failed[0]}`;
}

describe('what is a gap, however its looks fell into runs', () => {
  it(`is every hole and nothing else, and the rest is observed, in ${RUNS} cases`, () => {
    const random = createRandom(1);
    const wrong: object[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const looks = looksOf(random);
      const runs = runsOf(looks, random);
      const around = { runs: joinOverlapping(runs), before: null, after: null, newestBankAt: at(END) };
      const gaps = findWholeGaps(around, { from: at(0), to: at(END + 1) });
      if (JSON.stringify(gaps) !== JSON.stringify(gapsByHand(looks))) wrong.push({ looks, gaps });
      const from = Math.floor(random() * END);
      const observed = observedSecondsIn(runs, at(from), at(END));
      if (observed !== observedByHand(looks, from, END)) wrong.push({ looks, from, observed });
    }
    expect(wrong.slice(0, 1)).toEqual([]);
  });

  it(`has the reason of its strongest evidence, in ${RUNS} cases`, () => {
    const random = createRandom(2);
    const gap = { from: at(100), to: at(200) };
    const wrong: object[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const pick = (count: number) =>
        Array.from({ length: Math.floor(random() * count) }, () => Math.floor(random() * 300));
      const [vain, refused, failed] = [pick(4), pick(3), pick(3)];
      const reason = gapReasonOf(gap, {
        vainLooks: vain.map((second) => ({ from: at(second), to: at(second) })),
        refusals: refused.map((second) => ({ firstSeenAt: at(second), lastSeenAt: at(second) })),
        failures: failed.map((second) => ({ errorCode: `E${second}` })),
      });
      if (reason !== reasonByHand(vain, refused, failed)) wrong.push({ vain, refused, failed, reason });
    }
    expect(wrong.slice(0, 1)).toEqual([]);
  });
});
