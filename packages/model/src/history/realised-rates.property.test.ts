import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someSeconds, stories } from '../../test/support/arbitrary-chain.ts';
import { type Chain, DAY_START, momentAt } from '../../test/support/chain.ts';
import { isSameAccount } from './account-in-force.ts';
import { type IndexPoint, indicesAtBegin, MAX_STRETCH_SECONDS } from './realised-rates.ts';

const SECONDS = 7_200;
/** What the program cuts off of each step, at amounts of one base unit. */
const CUT_OFF = 1e-14;

/** What the program makes of the account that was in force at a second. */
function truthAt(chain: Chain, second: number): IndexPoint {
  const { accrued, reserve } = chain.truthAt(momentAt(second));
  return {
    unixSeconds: DAY_START + second,
    borrowIndex: accrued.borrowIndex,
    indexScale: 1n,
    supplied: accrued.supplied,
    receiptSupply: reserve.collateral.mintTotalSupplyRaw,
  };
}

/** A begin of a window, and the observations around it. */
function aroundBegin(chain: Chain, observed: readonly number[], begin: number) {
  const [p, n] = [observed.findLast((second) => second <= begin), observed.find((second) => second > begin)];
  if (p === undefined || n === undefined) return null;
  const holdOneAccount = isSameAccount(chain.observation(p), chain.observation(n));
  return { before: truthAt(chain, p), after: truthAt(chain, n), holdOneAccount };
}

const ratio = (numerator: bigint, denominator: bigint) => Number((numerator * 10n ** 40n) / denominator) / 1e40;
const debtOf = ({ borrowIndex, indexScale }: IndexPoint): [bigint, bigint] => [borrowIndex, indexScale];
const worthOf = ({ supplied, receiptSupply }: IndexPoint): [bigint, bigint] => [supplied, receiptSupply];
/** By how much one value is more than another, as a share of the other. */
function growth([before, scale]: [bigint, bigint], [after, unit]: [bigint, bigint]): number {
  return before === 0n || unit === 0n ? 0 : ratio(after * scale - before * unit, before * unit);
}

const anyBegin = fc.tuple(stories(SECONDS), someSeconds(SECONDS), fc.nat(SECONDS - 1));

test('between two rows of one account the indices are the program’s, but for an eighth of the square of the growth', () => {
  let compared = 0;
  fc.assert(
    fc.property(anyBegin, ([{ chain }, observed, begin]) => {
      const rows = aroundBegin(chain, observed, begin);
      if (rows === null || !rows.holdOneAccount) return;
      const [found, truth] = [indicesAtBegin(rows, DAY_START + begin), truthAt(chain, begin)];
      expect(found.unixSeconds).toBe(truth.unixSeconds);
      const debtGrowth = growth(debtOf(rows.before), debtOf(rows.after));
      for (const of of [debtOf, worthOf]) {
        const grown = Math.max(debtGrowth, growth(of(rows.before), of(rows.after)));
        const above = growth(of(truth), of(found));
        expect(above).toBeGreaterThanOrEqual(-CUT_OFF);
        expect(above).toBeLessThanOrEqual(grown ** 2 / 8 + CUT_OFF);
      }
      compared += 1;
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(50);
});

test('the window begins at its moment where the rows hold one account or are near, elsewhere with the row before; never outside of both', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(anyBegin, ([{ chain }, observed, begin]) => {
      const rows = aroundBegin(chain, observed, begin);
      if (rows === null) return;
      const { before, after, holdOneAccount } = rows;
      const found = indicesAtBegin(rows, DAY_START + begin);
      const isNear = after.unixSeconds - before.unixSeconds <= MAX_STRETCH_SECONDS;
      kinds.add(`${isNear} ${holdOneAccount}`);
      expect(found.unixSeconds).toBe(isNear || holdOneAccount ? DAY_START + begin : before.unixSeconds);
      expect(growth(debtOf(before), debtOf(found))).toBeGreaterThanOrEqual(0);
      expect(growth(debtOf(found), debtOf(after))).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
  expect(kinds.size).toBe(4);
});
