import { HIDDEN_MS, HIDING } from './audit-prices.ts';
import { differenceOf, type Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import type { LiquidityFacts, StoredDepthBucket, StoredDepthRow } from './liquidity-facts.ts';
import { type StrikeSpan, wasInForce } from './strike-span.ts';

const FALLS = [50, 100, 200, 500, 1_000];
const SIDES = ['sell', 'buy'];
/** Times of buckets are whole seconds. */
const SECONDS_TOLERANCE = 1;
const SHARE_TOLERANCE = 1e-9;

interface Place {
  readonly observedAt: Date | null;
  readonly slotMax: number | null;
}

const placeOf = ({ observedAt, slotMax }: Place): string => `${observedAt?.toISOString()} ${slotMax}`;
const seconds = (time: Date): number => time.getTime() / 1000;
const findingOf = (message: string): Finding => ({ invariant: 'liquidity', message });

/**
 * Each stored read has left the depth of every token and the coverage of every reserve that were known by then; deeper falls take no less;
 * coverage is what can be sold over the collateral; and hours and days hold the smallest of their reads, with the time that was observed.
 */
export function auditDepth(facts: LiquidityFacts, strikes: readonly StrikeSpan[] = []): Finding[] {
  // The indexer drops a reserve while a node withholds its account, and the token too if no other reserve lends it.
  const isHidden = ({ startedAt, recordedAt }: LiquidityFacts['batches'][number]): boolean =>
    strikes.some(
      (strike) => HIDING.has(strike.fault) && wasInForce(strike, { from: startedAt, to: recordedAt }, HIDDEN_MS),
    );
  const committed = facts.batches.filter(({ outcome }) => outcome === 'committed');
  const known = { committed, whole: committed.filter((batch) => !isHidden(batch)) };
  return [
    ...auditEach(
      known,
      'depth',
      groupBy(facts.depth, ({ mint }) => mint),
      FALLS.length * SIDES.length,
    ),
    ...auditEach(
      known,
      'coverage',
      groupBy(facts.coverage, ({ reserve }) => reserve),
      1,
    ),
    ...auditFalls(facts.depth),
    ...auditCoverage(facts),
    ...auditBuckets(facts),
  ];
}

/**
 * Rows of every read that began after the first one that has any was stored: a read that began before may know less, and be stored later.
 * Reads of one bank are one.
 */
function auditEach(
  { committed, whole }: Readonly<Record<'committed' | 'whole', LiquidityFacts['batches']>>,
  what: string,
  stored: ReadonlyMap<string, readonly (Place & { readonly batchId: string })[]>,
  each: number,
): Finding[] {
  const recordedAt = new Map(committed.map((batch) => [batch.id, batch.recordedAt.getTime()]));
  return [...stored].flatMap(([name, rows]) => {
    const count = groupBy(rows, placeOf);
    const known = Math.min(...rows.map(({ batchId }) => recordedAt.get(batchId) ?? Number.NaN));
    const places = new Set(whole.filter(({ startedAt }) => !(startedAt.getTime() <= known)).map(placeOf));
    for (const place of count.keys()) places.add(place);
    return [...places].flatMap((place) => {
      const found = count.get(place)?.length ?? 0;
      return found === each ? [] : [findingOf(`${what} of ${name} at ${place}: ${found} rows, not ${each}`)];
    });
  });
}

function auditFalls(depth: readonly StoredDepthRow[]): Finding[] {
  return [...groupBy(depth, (row) => `${row.mint} ${row.side} ${placeOf(row)}`)].flatMap(([name, rows]) => {
    const amounts = rows.toSorted((a, b) => a.bps - b.bps).map(({ marginal }) => marginal);
    const isRising = amounts.every((amount, place) => {
      const before = amounts[place - 1];
      return before === undefined || before === null || amount === null || BigInt(amount) >= BigInt(before);
    });
    return isRising ? [] : [findingOf(`${name}: a deeper fall takes less: ${amounts.join(', ')}`)];
  });
}

function auditCoverage({ coverage }: LiquidityFacts): Finding[] {
  return coverage.flatMap(({ reserve, collateral, sellable, coverage: share, ...row }) => {
    if (share === null || collateral === null || sellable === null) return [];
    const expected = Number(sellable) / Number(collateral);
    const isRight = Math.abs(share - expected) <= SHARE_TOLERANCE * Math.max(1, expected);
    return isRight ? [] : [findingOf(`coverage of ${reserve} at ${placeOf(row)} is ${share}, not ${expected}`)];
  });
}

function auditBuckets({ depth, buckets, batches }: LiquidityFacts): Finding[] {
  const levelOf = ({ mint, side, bps }: Pick<StoredDepthRow, 'mint' | 'side' | 'bps'>): string =>
    `${mint} ${side} ${bps}`;
  const stored = groupBy(buckets, levelOf);
  const gapOf = new Map(
    batches.flatMap((batch) => (batch.outcome === 'committed' ? [[placeOf(batch), batch.gapAfterMs / 1000]] : [])),
  );
  return [...groupBy(depth, levelOf)].flatMap(([level, rows]) => {
    const own = stored.get(level) ?? [];
    const widths = [3_600, 86_400].flatMap((width) => {
      const starts = new Set(rows.map(({ observedAt }) => Math.floor(seconds(observedAt) / width) * width));
      return [...starts].map((start) => [width, start] as const);
    });
    const missing = widths.filter(
      ([width, start]) => !own.some((one) => one.seconds === width && seconds(one.start) === start),
    );
    return [
      ...missing.map(([width, start]) =>
        findingOf(`${level}: no bucket of ${width} s at ${new Date(start * 1000).toISOString()}`),
      ),
      ...own.flatMap((bucket) =>
        problemsOf(bucket, rows, (row) => gapOf.get(placeOf(row)) ?? 0).map((problem) =>
          findingOf(`${level} in ${bucket.seconds} s at ${bucket.start.toISOString()}: ${problem}`),
        ),
      ),
    ];
  });
}

function problemsOf(
  bucket: StoredDepthBucket,
  rows: readonly StoredDepthRow[],
  gapOf: (row: StoredDepthRow) => number,
): string[] {
  const [from, to] = [seconds(bucket.start), seconds(bucket.start) + bucket.seconds];
  const inside = rows.filter(({ observedAt }) => seconds(observedAt) >= from && seconds(observedAt) < to);
  const least = (pick: (row: StoredDepthRow) => string | null): string | null => {
    const amounts = inside.flatMap((row) => pick(row) ?? []).map(BigInt);
    return amounts.length === 0 ? null : String(amounts.reduce((best, amount) => (amount < best ? amount : best)));
  };
  const observed = rows.reduce((sum, row, place) => {
    const next = rows[place + 1];
    if (next === undefined || seconds(next.observedAt) - seconds(row.observedAt) > gapOf(row)) return sum;
    return sum + Math.max(0, Math.min(to, seconds(next.observedAt)) - Math.max(from, seconds(row.observedAt)));
  }, 0);
  const problems = [
    differenceOf(
      'marginal',
      bucket.marginal,
      least(({ marginal }) => marginal),
    ),
    differenceOf(
      'average',
      bucket.average,
      least(({ average }) => average),
    ),
    differenceOf(
      'lower bound',
      bucket.lowerBound,
      inside.some(({ lowerBound }) => lowerBound),
    ),
    differenceOf('observations', bucket.observations, inside.length),
    differenceOf('known', bucket.known, inside.filter(({ marginal }) => marginal !== null).length),
  ].filter((problem) => problem !== null);
  if (Math.abs(bucket.observed - observed) <= SECONDS_TOLERANCE) return problems;
  return [...problems, `observed for ${bucket.observed} s, not ${observed}`];
}
