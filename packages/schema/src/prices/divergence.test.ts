import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMarketInput, buildReserveInput } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { aggregate, at, batch, observation } from '../../test/support/price-batches.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { listDivergenceBuckets, listDivergences } from './list-divergence-history.ts';
import { rebuildPriceBuckets, rollUpPrices } from './roll-up-prices.ts';
import { writePriceBatch } from './write-price-batch.ts';

const listed = buildReserveInput('a');
const { address: reserve, tokenMint: mint } = listed;
/** What one read found: the price of the token, what is said of it, the price of the reserve, and why it is not to be used. */
interface Read {
  readonly second: number;
  readonly market: number | null;
  readonly status: string;
  readonly own: number | null;
  readonly problem: string | null;
  readonly reservesOnly: boolean;
}

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await upsertLendingMarkets(database.sql, [buildMarketInput(5, { listed: true })]);
  await upsertReserves(database.sql, [listed]);
  await database.sql`UPDATE lend.reserves SET first_seen_at = ${at(-10_000)}`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`
    TRUNCATE lend.price_batches, lend.price_observations, lend.price_aggregates, lend.price_source_latest, lend.price_latest,
      lend.price_buckets, lend.price_divergence_buckets, lend.price_rollup`;
});

const textOf = (price: number | null) => (price === null ? null : String(price));
async function store({ second, market, status, own, problem, reservesOnly }: Read): Promise<void> {
  const feed = {
    tokenMint: mint,
    feed: `reserve:${reserve}`,
    source: 'reserve',
    account: reserve,
    problem: own === null ? (problem ?? 'empty') : problem,
  };
  await writePriceBatch(
    database.sql,
    batch(second, textOf(market), {
      mints: [mint],
      observations: [observation(textOf(own), feed)],
      verdicts: [],
      aggregates: [aggregate(textOf(market), { tokenMint: mint, status, reservesOnly })],
    }),
  );
}

/** Why the two are not compared, told once more. */
function reasonOf(read: Read): string | null {
  if (['stale', 'disagreement', 'missing'].includes(read.status)) return read.status;
  if (read.reservesOnly) return 'no_other_source';
  if (read.problem === 'not_read') return 'not_read';
  return read.own === null ? 'protocol_unpriced' : null;
}

/** Bucket by bucket and second by second, with nothing of the statements of the rollup. */
function naiveBucket(reads: readonly Read[], start: number, width: number) {
  const [first, newest] = [reads[0]?.second ?? 0, reads.at(-1)?.second ?? 0];
  const seen: number[] = [];
  const lacking = new Map<string, number>();
  const count = { elapsed: 0, observed: 0, compared: 0, beyond: 0, accepted: 0, refused: 0, acceptedBeyond: 0, sum: 0 };
  for (let second = start; second < start + width; second += 1) {
    const read = reads.findLast((one) => one.second <= second);
    const next = reads.find((one) => one.second > second);
    if (read === undefined) continue;
    const reason = reasonOf(read);
    const bps = reason === null ? ((read.own ?? 0) / (read.market ?? 0) - 1) * 10_000 : null;
    if (bps !== null && second === read.second) seen.push(bps);
    if (second < first || second >= newest) continue;
    count.elapsed += 1;
    const lack = (why: string) => lacking.set(why, (lacking.get(why) ?? 0) + 1);
    if (next === undefined || next.second - read.second > 30) {
      lack('not_polled');
      continue;
    }
    count.observed += 1;
    if (bps === null) {
      lack(reason ?? '');
      continue;
    }
    seen.push(bps);
    count.compared += 1;
    count.sum += bps;
    const [beyond, accepted] = [Math.abs(bps) > 100, read.problem === null];
    if (beyond) count.beyond += 1;
    if (accepted) count.accepted += 1;
    else count.refused += 1;
    if (accepted && beyond) count.acceptedBeyond += 1;
  }
  const [longest] = [...lacking].toSorted(([, a], [, b]) => b - a);
  const known = seen.length > 0;
  return {
    open: known ? seen[0] : null,
    high: known ? Math.max(...seen) : null,
    low: known ? Math.min(...seen) : null,
    close: known ? seen.at(-1) : null,
    twavg: count.compared === 0 ? null : count.sum / count.compared,
    elapsedSeconds: count.elapsed,
    observedSeconds: count.observed,
    comparedSeconds: count.compared,
    beyondSeconds: count.beyond,
    acceptedSeconds: count.accepted,
    refusedSeconds: count.refused,
    acceptedBeyondSeconds: count.acceptedBeyond,
    observations: reads.filter(({ second }) => second >= start && second < start + width).length,
    gapReason: longest?.[0] ?? null,
    final: start + width <= newest,
  };
}

const plain: Omit<Read, 'second'> = { market: 100, status: 'ok', own: 100, problem: null, reservesOnly: false };
/** Two hours of reads, ten seconds apart, in which everything happens for a time of its own. */
function readsOfTwoHours(): Read[] {
  const reads: Read[] = [];
  for (let second = 7; second < 7_200; second += 10) {
    const phase = Math.floor(second / 400);
    const more: Partial<Read> =
      phase === 1
        ? { own: 100.5 }
        : phase === 3
          ? { own: 103 }
          : phase === 4
            ? { own: 97, problem: 'refused_by_program' }
            : phase === 6
              ? { status: 'disagreement', market: null }
              : phase === 7
                ? { status: 'stale' }
                : phase === 9
                  ? { reservesOnly: true }
                  : phase === 10
                    ? { own: null, problem: 'not_read' }
                    : phase === 11
                      ? { own: null }
                      : phase === 13
                        ? { own: 99.875, problem: 'stale' }
                        : {};
    // A quarter of an hour nobody asks.
    if (phase === 15 || phase === 16) continue;
    reads.push({ second, ...plain, ...more });
  }
  return reads;
}

const listed900 = (hours: number) =>
  listDivergenceBuckets(database.sql, { reserve, from: at(0), to: at(hours * 3_600), limit: 100, width: 900 });

describe('the buckets of divergence', () => {
  it('say how far, for how long and what the program thought of it, as counted second by second', async () => {
    const reads = readsOfTwoHours();
    for (const read of reads) await store(read);
    expect(await rollUpPrices(database.sql)).toMatchObject({ batches: reads.length, divergence: 8 + 2 + 1 });
    const close = (value: number | null | undefined) =>
      value === null || value === undefined ? null : Number(value.toFixed(6));
    const rounded = <Row extends { [name in 'open' | 'high' | 'low' | 'close' | 'twavg']?: number | null | undefined }>(
      row: Row,
    ) => ({
      ...row,
      ...Object.fromEntries(
        (['open', 'high', 'low', 'close', 'twavg'] as const).map((name) => [name, close(row[name])]),
      ),
    });
    for (const [width, count] of [
      [900, 8],
      [3_600, 2],
    ] as const) {
      const rows = await listDivergenceBuckets(database.sql, {
        reserve,
        from: at(0),
        to: at(7_200),
        limit: 100,
        width,
      });
      expect(rows).toHaveLength(count);
      for (const [index, { bucketStart, ...row }] of rows.entries()) {
        expect(bucketStart).toEqual(at(index * width));
        const { gapReason, ...naive } = naiveBucket(reads, index * width, width);
        expect([index, rounded(row)]).toMatchObject([index, rounded(naive)]);
        // Of an hour it is the reason of the quarter that lacks most.
        const reasonOrNone = (reason: string | null) => (width === 900 ? reason : reason === null);
        expect([index, reasonOrNone(row.gapReason)]).toEqual([index, reasonOrNone(gapReason)]);
      }
    }
  });

  it('are the same whether they grew read by read or were made again', async () => {
    for (const [index, read] of readsOfTwoHours().slice(0, 200).entries()) {
      await store(read);
      if (index % 50 === 0) await rollUpPrices(database.sql);
    }
    await rollUpPrices(database.sql);
    const grown = await listed900(1);
    expect(await rebuildPriceBuckets(database.sql, { from: at(0), to: at(3_600) })).toMatchObject({ divergence: 0 });
    await database.sql`TRUNCATE lend.price_divergence_buckets`;
    await rebuildPriceBuckets(database.sql, { from: at(0), to: at(3_600) });
    expect(await listed900(1)).toEqual(grown);
  });

  it('end where the reserve has left the chain, and are made of listed markets only', async () => {
    for (const second of [0, 10, 20]) await store({ second, ...plain });
    await database.sql`UPDATE lend.reserves SET missing_since_at = ${at(15)}, missing_since_slot = 1015`;
    await rollUpPrices(database.sql);
    expect(await listed900(0.25)).toMatchObject([{ elapsedSeconds: 15, comparedSeconds: 15, gapReason: null }]);
    await database.sql`UPDATE lend.reserves SET missing_since_at = NULL, missing_since_slot = NULL`;
    await database.sql`TRUNCATE lend.price_divergence_buckets`;
    await database.sql`UPDATE lend.lending_markets SET listed = false`;
    await rebuildPriceBuckets(database.sql, { from: at(0), to: at(20) });
    expect(await listed900(0.25)).toMatchObject([{ elapsedSeconds: null, open: null }]);
    await database.sql`UPDATE lend.lending_markets SET listed = true`;
  });
});

it('comparisons of single reads are there where one of the two prices was stored anew, page by page', async () => {
  await store({ second: 0, ...plain });
  await store({ second: 10, ...plain });
  await store({ second: 20, ...plain, own: 101 });
  await store({ second: 30, ...plain, own: 101, problem: 'refused_by_program' });
  await store({ second: 40, ...plain, own: 101, status: 'stale' });
  const read = (limit: number, after: { at: Date; slot: bigint } | null) =>
    listDivergences(database.sql, { reserve, from: at(0), to: at(60), limit, after });
  const rows = await read(10, null);
  expect(rows.map(({ observedAt, bps, gapReason, isAccepted }) => [observedAt, bps, gapReason, isAccepted])).toEqual([
    [at(0), 0, null, true],
    [at(20), 100, null, true],
    [at(30), 100, null, false],
    [at(40), null, 'stale', true],
  ]);
  const [first] = await read(1, null);
  expect(await read(10, first === undefined ? null : { at: first.observedAt, slot: first.slot })).toEqual(
    rows.slice(1),
  );
});
