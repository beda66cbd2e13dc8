import { addressFromLabel } from '@tidemark/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { rollUpLiquidity } from './roll-up-liquidity.ts';
import { type LiquidityBatch, writeLiquidityBatch } from './write-liquidity-batch.ts';

const MINT = addressFromLabel('a token of pools');
const RESERVE = addressFromLabel('a reserve of that token');
const START = Date.parse('2026-05-01T00:00:00Z');
const GAP_AFTER = 60;
const at = (second: number) => new Date(START + second * 1000);

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

interface Read {
  readonly second: number;
  /** False: a node withheld the accounts, and the read is of other tokens. */
  readonly hasToken: boolean;
}

/** What can be sold is the number of the second, so that the smallest of an hour tells which reads are in it. */
async function store({ second, hasToken }: Read): Promise<void> {
  const amount = BigInt(second);
  await writeLiquidityBatch(database.sql, {
    id: `liquidity-${second}`,
    startedAt: at(second),
    durationMs: 5,
    gapAfterMs: GAP_AFTER * 1000,
    calls: 2,
    slotMin: amount,
    slotMax: amount,
    observedAt: at(second),
    heartbeatMs: 600_000,
    pools: [],
    verdicts: [],
    ...(hasToken ? rowsOf(second, amount) : { tokens: [], depth: [], coverage: [] }),
  });
}

function rowsOf(second: number, amount: bigint): Pick<LiquidityBatch, 'tokens' | 'depth' | 'coverage'> {
  return {
    tokens: [
      {
        ...{
          tokenMint: MINT,
          tokenSymbol: 'AAA',
          tokenDecimals: 6,
          price: null,
          priceAt: null,
          counted: 1,
          excluded: 0,
          unknown: 0,
          slotMin: amount,
        },
        ...{ evidence: 'sdk', lowerBound: false, reason: null, quotes: [] },
      },
    ],
    depth: [
      {
        ...{
          tokenMint: MINT,
          side: 'sell',
          bps: 50,
          source: 'all',
          marginalRaw: amount,
          marginalUsd: '1',
          averageRaw: amount,
        },
        ...{
          averageUsd: '1',
          largestPoolShare: 1,
          viaSolShare: 0,
          solLegShare: null,
          lowerBound: false,
          evidence: 'sdk',
          reason: null,
        },
      },
    ],
    coverage: [
      {
        ...{
          reserve: RESERVE,
          tokenMint: MINT,
          collateralRaw: 1n,
          tokenCollateralRaw: 1n,
          tokenReserves: 1,
          tokenReservesUnknown: 0,
          slotMin: amount,
        },
        ...{ minNetBonusBps: 100, maxNetBonusBps: 100, sellableAtMinBonusRaw: amount, sellableAtMaxBonusRaw: amount },
        ...{ coverageAtMinBonus: second, coverageAtMaxBonus: second, tokenCoverageAtMinBonus: second },
        ...{ tokenCoverageAtMaxBonus: second, coverageAt100Bps: second, coverageAt200Bps: second },
        ...{ coverageAt500Bps: second, coverageAt1000Bps: second, lowerBound: false, reason: null },
      },
    ],
  };
}

/** Second by second, with nothing of the statements of the rollup. */
function naiveHours(reads: readonly number[]) {
  const [first = 0, newest = 0] = [reads[0], reads.at(-1)];
  const hours = [];
  for (let start = Math.floor(first / 3_600) * 3_600; start <= newest; start += 3_600) {
    let [elapsed, observed] = [0, 0];
    for (let second = Math.max(start, first); second < Math.min(start + 3_600, newest); second += 1) {
      elapsed += 1;
      const last = reads.findLast((read) => read <= second) ?? 0;
      const next = reads.find((read) => read > second) ?? Number.POSITIVE_INFINITY;
      if (next - last <= GAP_AFTER) observed += 1;
    }
    const inside = reads.filter((read) => read >= start && read < start + 3_600);
    const smallest = inside[0] === undefined ? null : String(inside[0]);
    hours.push({
      start: at(start),
      smallest,
      observations: inside.length,
      elapsed,
      observed,
      final: start + 3_600 <= newest,
    });
  }
  return hours;
}

const HOUR = `bucket_start AS start, observations, elapsed_seconds AS elapsed, observed_seconds AS observed, final`;

describe('the hours of liquidity', () => {
  // Around the end of the second hour, where a step from one read to the next belongs to both, and some hours later.
  const secondArbitrary = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 7_000, max: 7_400 }) },
    { weight: 1, arbitrary: fc.integer({ min: 7_400, max: 20_000 }) },
  );
  const readsArbitrary = fc.uniqueArray(
    fc.record({ second: secondArbitrary, hasToken: fc.integer({ min: 0, max: 3 }).map((one) => one > 0) }),
    { minLength: 2, maxLength: 10, selector: ({ second }) => second },
  );

  it('are the same in whatever order reads are stored and rolled up', async () => {
    await fc.assert(
      fc.asyncProperty(readsArbitrary, async (reads) => {
        await database.sql`
          TRUNCATE lend.liquidity_batches, lend.liquidity_tokens, lend.liquidity_depth, lend.liquidity_depth_latest,
            lend.liquidity_depth_buckets, lend.liquidity_coverage, lend.liquidity_coverage_latest, lend.liquidity_coverage_buckets,
            lend.liquidity_rollup`;
        for (const read of reads) {
          await store(read);
          await rollUpLiquidity(database.sql);
          // The next read is recorded later than what a rollup has reached, as reads that are stored two minutes later are.
          await database.sql`UPDATE lend.liquidity_rollup SET recorded_to = clock_timestamp()`;
        }
        const own = reads.flatMap(({ second, hasToken }) => (hasToken ? [second] : []));
        const expected = own.length === 0 ? [] : naiveHours(own.toSorted((a, b) => a - b));
        const depth = await database.sql.unsafe(
          `SELECT ${HOUR}, min_marginal_raw::text AS smallest FROM lend.liquidity_depth_buckets
           WHERE width_seconds = 3600 AND side = 'sell' AND bps = 50 ORDER BY bucket_start`,
        );
        expect([...depth]).toEqual(expected);
        const coverage = await database.sql.unsafe(
          `SELECT ${HOUR}, min_sellable_at_min_bonus_raw::text AS smallest FROM lend.liquidity_coverage_buckets
           WHERE width_seconds = 3600 ORDER BY bucket_start`,
        );
        expect([...coverage]).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
