import { type Bucket, type BuildBucketsInput, buildBuckets } from '../../src/index.ts';
import { type Chain, LENDING_MARKET, RESERVE, rules, timeAt } from './chain.ts';

/** Seconds of the range, and what differs from the plain case. */
export interface BucketsInput extends Partial<Omit<BuildBucketsInput, 'from' | 'to'>> {
  readonly from: number;
  readonly to: number;
}

/** Buckets of the observations of the given seconds; observed throughout where no spans are given. */
export function bucketsOf(chain: Chain, seconds: readonly number[], input: BucketsInput): Bucket[] {
  const { from, to, ...more } = input;
  const span = { from: timeAt(seconds[0] ?? 0), to: timeAt(seconds.at(-1) ?? 0) };
  return buildBuckets({
    rules,
    reserve: RESERVE,
    lendingMarket: LENDING_MARKET,
    firstSeenAt: timeAt(seconds[0] ?? 0),
    states: chain.observations(seconds),
    spans: [{ ...span, observations: 720, gapAfterMs: 30_000 }],
    gaps: [],
    terms: chain.timeline,
    widthSeconds: 3_600,
    newest: null,
    ...more,
    from: timeAt(from),
    to: timeAt(to),
  });
}
