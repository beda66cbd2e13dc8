import { describe, expect, it } from 'vitest';
import { findWholeGaps, joinOverlapping } from './find-whole-gaps.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
const run = (from: number, to: number) => ({ from: at(from), to: at(to), observations: 2, gapAfterMs: 30_000 });
const findGaps = (runs: readonly ReturnType<typeof run>[]) =>
  findWholeGaps(
    { runs: joinOverlapping(runs), before: null, after: null, newestBankAt: at(1_000) },
    { from: at(0), to: at(1_001) },
  );

describe('gaps between runs of looks', () => {
  it('begin with the last look, also where a run that began later ended before it', () => {
    const gaps = findGaps([run(0, 49), run(28, 28), run(33, 33), run(500, 1_000)]);
    expect(gaps).toEqual([{ from: at(49), to: at(500), isOpen: false }]);
  });

  it('are not where another run goes on', () => {
    expect(findGaps([run(0, 900), run(10, 20), run(880, 1_000)])).toEqual([]);
  });
});
