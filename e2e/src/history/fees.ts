import { sfToAmount } from '@tidemark/protocols/kamino';
import { expect, it } from 'vitest';
import type { HistoryRun } from './history-run.ts';
import {
  type FeesRow,
  readFees,
  sumOf,
  TOKEN_NAMES,
  TOKEN_PARTS,
  totalsOf,
  USD_NAMES,
  USD_PARTS,
} from './read-fees.ts';
import { offBy, readInterest, readTrueBuckets } from './true-interest.ts';

const HOUR = 3_600;
const DAY = 86_400;
/** Of an hour in which two events fell between two looks: the index tells what was paid, on a debt that is known nearly. */
const UNSEEN_TOLERANCE = 0.01;
/** Of an hour in which nobody looked for 25 minutes. */
const STOP_TOLERANCE = 0.1;

/** Interest and its parts, in exact integers. */
export function itAddsUpFees(of: () => HistoryRun): void {
  it.for(['protocol', 'market', 'reserve'] as const)('each period of a %s balances', async (group_by) => {
    const run = of();
    const read = await readFees(run, { ...daysOf(run), interval: '1h', group_by });
    expect(read.length).toBeGreaterThan(0);
    for (const row of read) {
      expect(sumOf([row], USD_PARTS)).toBe(sumOf([row], ['interest_usd_sf']));
      expect(sumOf([row], TOKEN_PARTS)).toBe(sumOf([row], ['interest_sf']));
    }
  });

  it('however the range is cut into hours, the parts add up to the whole', async () => {
    const run = of();
    const { from, to } = hoursOf(run);
    const whole = await readFees(run, { from, to, interval: '1h', group_by: 'reserve' });
    const hours = (to - from) / HOUR;
    for (let cuts = 0; cuts < 2 ** (hours - 1); cuts += 1) {
      const ends = Array.from({ length: hours }, (_, hour) => hour + 1).filter(
        (hour) => hour === hours || (cuts >> (hour - 1)) % 2 === 1,
      );
      const parts = await readParts(run, from, ends);
      expect(totalsOf(parts, TOKEN_NAMES), `ends ${ends.join(' ')}`).toEqual(totalsOf(whole, TOKEN_NAMES));
      expect(totalsOf(parts, USD_NAMES), `ends ${ends.join(' ')}`).toEqual(totalsOf(whole, USD_NAMES));
    }
  });

  it('hours, four hours and days add up to the same, as do reserves, markets and the protocol', async () => {
    const run = of();
    const hours = await readFees(run, { ...daysOf(run), interval: '1h', group_by: 'reserve' });
    for (const interval of ['4h', '1d'] as const) {
      const wider = await readFees(run, { ...daysOf(run), interval, group_by: 'reserve' });
      expect(totalsOf(wider, TOKEN_NAMES)).toEqual(totalsOf(hours, TOKEN_NAMES));
      expect(totalsOf(wider, USD_NAMES)).toEqual(totalsOf(hours, USD_NAMES));
    }
    for (const group_by of ['protocol', 'market'] as const) {
      const grouped = await readFees(run, { ...daysOf(run), interval: '1h', group_by });
      for (const name of USD_NAMES) expect(sumOf(grouped, [name])).toBe(sumOf(hours, [name]));
    }
  });

  it('interest is that of the chain, to the last bit where every state was seen', async ({ annotate }) => {
    const run = of();
    const hours = await readInterest(run);
    const exact = hours.filter(({ allSeen }) => allSeen);
    expect(exact.length).toBeGreaterThan(0);
    for (const { row, told, truly } of exact) expect(told, `${row.reserve} ${row.timestamp}`).toEqual(truly);
    const rest = hours.filter(({ allSeen }) => !allSeen);
    const near = worst(rest.filter(({ row }) => row.quality_str === 'ok').map(offBy));
    const stopped = worst(rest.filter(({ row }) => row.quality_str !== 'ok').map(offBy));
    expect(near, `seed ${run.seed}`).toBeLessThan(UNSEEN_TOLERANCE);
    expect(stopped, `seed ${run.seed}`).toBeLessThan(STOP_TOLERANCE);
    await annotate(`${exact.length} of ${hours.length} hours exact; unseen states ${near}, the stop ${stopped} off`);
  });

  it('a minute in which every state was seen has the interest of the chain, to the last digit', async ({
    annotate,
  }) => {
    const run = of();
    const minutes = await readTrueBuckets(run, '1m');
    const exact = minutes.filter(({ allSeen }) => allSeen);
    expect(exact.length).toBeGreaterThan(minutes.length / 2);
    const wrong = exact.flatMap(({ row, truly }) => {
      const { mintDecimals } = run.truth.stateAt(row.reserve, BigInt(row.slot ?? 0)).reserve.liquidity;
      const expected = sfToAmount(truly.interestSf, mintDecimals);
      return row.interest_f === expected ? [] : [`${row.reserve} ${row.timestamp}: ${row.interest_f} is ${expected}`];
    });
    expect(wrong, `seed ${run.seed}`).toEqual([]);
    await annotate(`${exact.length} of ${minutes.length} minutes exact`);
  });
}

/** The running sums at the end of each part. */
async function readParts(run: HistoryRun, start: number, ends: readonly number[]): Promise<FeesRow[]> {
  const parts: FeesRow[] = [];
  let from = start;
  for (const end of ends) {
    const to = start + end * HOUR;
    const read = await readFees(run, { from, to, interval: '1h', group_by: 'reserve', cumulative: 'true' });
    parts.push(...read.filter((row) => row.timestamp === to - HOUR));
    from = to;
  }
  return parts;
}

function hoursOf({ range }: HistoryRun) {
  return { from: range.from, to: Math.ceil(range.to / HOUR) * HOUR };
}

/** From the start of a day on, for periods of all widths to begin in the range. */
function daysOf({ range }: HistoryRun) {
  return { from: Math.floor(range.from / DAY) * DAY, to: range.to };
}

function worst(shares: readonly number[]): number {
  return shares.reduce((most, share) => Math.max(most, share), 0);
}
