import { describe, expect, it } from 'vitest';
import { findWholeGaps, joinOverlapping, type ObservationRun } from './find-whole-gaps.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
const started = (seconds: number) => new Date(1_900_000_000_000 + seconds * 1000);
const run = (from: number, to: number, other: Partial<ObservationRun> = {}): ObservationRun => ({
  from: at(from),
  to: at(to),
  fromSlot: BigInt(from),
  toSlot: BigInt(to),
  fromStartedAt: started(from),
  toStartedAt: started(to),
  observations: 2,
  gapAfterMs: 30_000,
  ...other,
});
const findGaps = (runs: readonly ObservationRun[], newestBankAt = at(1_000)) =>
  findWholeGaps(
    { runs: joinOverlapping(runs), before: null, after: null, newestBankAt },
    { from: at(0), to: at(1_001) },
  );
const gap = (from: number, to: number) => ({
  from: at(from),
  to: at(to),
  fromSlot: BigInt(from),
  toSlot: BigInt(to),
  fromStartedAt: started(from),
  toStartedAt: started(to),
  isOpen: false,
});

describe('gaps between runs of observations', () => {
  it('begin with the last observation, also where a run that began later ended before it', () => {
    const gaps = findGaps([run(0, 49), run(28, 28), run(33, 33), run(500, 1_000)]);
    expect(gaps).toEqual([gap(49, 500)]);
  });

  it('are not where another run goes on', () => {
    expect(findGaps([run(0, 900), run(10, 20), run(880, 1_000)])).toEqual([]);
  });

  it('go on while no observation is known after them, and have no slot at their end then', () => {
    const open = { ...gap(49, 1_000), toSlot: null, toStartedAt: null, isOpen: true };
    expect(findGaps([run(0, 49)])).toEqual([open]);
  });

  it('have no slot at an end whose observation is at an older bank than the one before', () => {
    expect(findGaps([run(0, 49), run(500, 1_000, { fromSlot: 3n })])).toEqual([{ ...gap(49, 500), toSlot: null }]);
  });

  it('lie between the same observations whatever the order of those at one bank', () => {
    const ends = [run(0, 49), run(0, 49, { toSlot: 50n }), run(0, 49, { toSlot: 50n, toStartedAt: started(60) })];
    const begins = [run(500, 1_000), run(500, 900, { fromSlot: 499n, fromStartedAt: started(495) })];
    const expected = {
      ...gap(49, 500),
      fromSlot: 50n,
      fromStartedAt: started(60),
      toSlot: 499n,
      toStartedAt: started(495),
    };
    expect(findGaps([...ends, ...begins])).toEqual([expected]);
    expect(findGaps([...ends.toReversed(), ...begins.toReversed()])).toEqual([expected]);
  });
});
