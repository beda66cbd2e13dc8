import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { getTokenDepth, listTokenDepth } from './list-liquidity.ts';
import { rollUpLiquidity } from './roll-up-liquidity.ts';
import { type DepthInput, writeLiquidityBatch } from './write-liquidity-batch.ts';

const MINT = 'a token';
const START = Date.UTC(2026, 4, 30, 10, 20) / 1000;
const [HOUR, DAY, GAP_AFTER] = [3_600, 86_400, 900];
const at = (second: number) => new Date((START + second) * 1000);

/** What one read found of the token; null: its depth was not known. */
interface Read {
  readonly second: number;
  readonly raw: number | null;
}

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`
    TRUNCATE lend.liquidity_batches, lend.liquidity_tokens, lend.liquidity_depth, lend.liquidity_depth_latest,
      lend.liquidity_depth_buckets, lend.liquidity_rollup`;
});

async function store({ second, raw }: Read, slot = 1_000 + second): Promise<void> {
  const reason = raw === null ? 'no_counted_pools' : null;
  const times = (factor: bigint) => (raw === null ? null : BigInt(raw) * factor);
  const level: DepthInput = {
    tokenMint: MINT,
    side: 'sell',
    bps: 50,
    source: 'all',
    marginalRaw: times(1n),
    // The price falls: the smallest amount is not the smallest worth.
    marginalUsd: raw === null ? null : String(raw * (1_000_000 - second)),
    averageRaw: times(2n),
    averageUsd: raw === null ? null : String(2 * raw * (1_000_000 - second)),
    largestPoolShare: raw === null ? null : 1,
    viaSolShare: raw === null ? null : 0,
    solLegShare: null,
    lowerBound: false,
    evidence: null,
    reason,
  };
  const ofSource = { ...level, source: 'orca_whirlpool', marginalUsd: null, averageUsd: null, reason: null };
  await writeLiquidityBatch(database.sql, {
    id: `read-${second}-${slot}`,
    startedAt: at(second),
    durationMs: 1,
    gapAfterMs: GAP_AFTER * 1000,
    calls: 1,
    slotMin: BigInt(slot),
    slotMax: BigInt(slot),
    observedAt: at(second),
    heartbeatMs: 600_000,
    pools: [],
    verdicts: [],
    tokens: [
      {
        tokenMint: MINT,
        slotMin: BigInt(slot),
        tokenSymbol: 'T',
        tokenDecimals: 6,
        price: null,
        priceAt: null,
        counted: 0,
        excluded: 0,
        unknown: 0,
        evidence: null,
        lowerBound: false,
        reason,
        quotes: [],
      },
    ],
    // Another fall, and a token that nothing else is stored of, take nothing from it.
    depth: [level, { ...level, bps: 500, marginalRaw: times(9n) }, ...(raw === null ? [] : [ofSource])],
    coverage: [],
  });
}

/** By going through every read, the oldest first. */
function naive(reads: readonly Read[]) {
  const newest = reads.at(-1)?.second ?? 0;
  const inside = reads.filter(({ second }) => second >= newest - DAY);
  const known = inside.flatMap(({ second, raw }) => (raw === null ? [] : [{ second, raw }]));
  const least = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values));
  const covered = reads.reduce((sum, { second }, place) => {
    const next = reads[place + 1]?.second ?? second;
    return next - second > GAP_AFTER ? sum : sum + Math.max(0, next - Math.max(second, newest - DAY));
  }, 0);
  const worth = least(known.map(({ second, raw }) => raw * (1_000_000 - second)));
  const amount = least(known.map(({ raw }) => raw));
  return {
    raw: amount === null ? null : String(amount),
    average: amount === null ? null : String(2 * amount),
    usd: worth,
    averageUsd: worth === null ? null : 2 * worth,
    known: known.length / inside.length,
    covered: covered / DAY,
  };
}

async function stored() {
  const [token, levels] = [await getTokenDepth(database.sql, MINT), await listTokenDepth(database.sql, MINT)];
  const level = levels.find(({ bps, source }) => bps === 50 && source === 'all');
  return {
    raw: level?.min24hMarginalRaw,
    average: level?.min24hAverageRaw,
    usd: level?.min24hMarginalUsd,
    averageUsd: level?.min24hAverageUsd,
    known: level?.known24hShare,
    covered: token?.coverage24h,
  };
}

/** Numbers that look random and are the same in every run. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('the smallest depth of 24 hours', () => {
  it('is that of the reads themselves, whenever hours were made of them, over gaps and reads that knew nothing', async () => {
    const draw = createDraw(7);
    const reads: Read[] = [];
    const compared: {
      readonly found: Awaited<ReturnType<typeof stored>>;
      readonly expected: ReturnType<typeof naive>;
    }[] = [];
    for (let second = 0; second < 30 * HOUR; second += 60 + draw(draw(10) === 0 ? 5_000 : 840)) {
      const read = { second, raw: draw(4) === 0 ? null : 100 + draw(1_000_000) };
      reads.push(read);
      await store(read);
      // Now and then, and not at all for some hours.
      if (draw(5) === 0 && (second < 14 * HOUR || second > 19 * HOUR)) await rollUpLiquidity(database.sql);
      if (draw(3) === 0) compared.push({ found: await stored(), expected: naive(reads) });
    }
    for (const { found, expected } of compared) {
      expect(found).toEqual({ ...expected, covered: found.covered });
      expect(found.covered).toBeCloseTo(expected.covered, 9);
    }
    expect(compared.length).toBeGreaterThan(50);
  });

  it('holds the read of 24 hours ago, and forgets it with the next one', async () => {
    await store({ second: 0, raw: 5 });
    await store({ second: 600, raw: 50 });
    await rollUpLiquidity(database.sql);
    await store({ second: DAY, raw: 70 });
    expect(await stored()).toMatchObject({ raw: '5', known: 1, covered: 600 / DAY });
    await store({ second: DAY + 1, raw: 70 });
    expect(await stored()).toMatchObject({ raw: '50', covered: 600 / DAY });
  });

  it('is null where no read knew it, and null of one source; a read of the same bank that is repeated counts once', async () => {
    await store({ second: 0, raw: null });
    expect(await stored()).toMatchObject({ raw: null, usd: null, known: 0, covered: 0 });
    await store({ second: 300, raw: 8 });
    await database.sql`DELETE FROM lend.liquidity_batches WHERE observed_at = ${at(300)}`;
    await store({ second: 300, raw: 9 });
    expect(await stored()).toMatchObject({ raw: '9', known: 0.5, covered: 300 / DAY });
    const [ofSource] = (await listTokenDepth(database.sql, MINT)).filter(({ source }) => source !== 'all');
    expect(ofSource).toMatchObject({ marginalRaw: '9', min24hMarginalRaw: null, known24hShare: null });
  });

  it('stays with the newest read where an older one is written later', async () => {
    await store({ second: 1_000, raw: 9 });
    await store({ second: 0, raw: 3 });
    expect(await stored()).toMatchObject({ raw: '9' });
    await store({ second: 1_300, raw: 10 });
    expect(await stored()).toMatchObject({ raw: '3', covered: 300 / DAY });
  });
});
