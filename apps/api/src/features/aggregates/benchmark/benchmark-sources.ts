import type { BenchmarkExclusion, BenchmarkRateRow } from '@tidemark/contract';
import { DAY_MS } from '@tidemark/core';
import { USD_STABLECOINS, usdPegBand } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { AggregateReserve, BandExclusion, BucketTotals } from '@tidemark/schema';
import type { ProtocolServices } from '../../services.ts';
import { splitReserves } from '../counted.ts';
import type { ReadBucketTotals } from '../history/aggregate-pages.ts';
import type { BucketPeriods } from '../../../rows/periods.ts';
import { type BenchmarkReserves, toExclusion, toLatestBenchmarkRow } from './to-benchmark-row.ts';

/** What one protocol adds to the benchmark. */
export interface BenchmarkSource extends BenchmarkReserves {
  readonly reads: Pick<ProtocolServices['reads'], 'bucketTotals' | 'bandExclusions' | 'history'>;
  /** Newest chain time that is served, null where nothing is. */
  readonly newestSeconds: number | null;
}

/** Bounds how many reads are under way. */
type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

const MINTS: ReadonlySet<string> = new Set(USD_STABLECOINS.map(({ mint }) => mint));

export async function benchmarkSourceOf(services: ProtocolServices): Promise<BenchmarkSource> {
  const { inputs, moment } = await services.aggregates.get();
  return {
    protocol: services.protocol.name,
    // A market that anybody may have created would make the rate whatever its creator wants.
    reserves: splitReserves(inputs.reserves).counted.filter(({ tokenMint }) => MINTS.has(tokenMint)),
    reads: services.reads,
    newestSeconds: moment?.seconds ?? null,
  };
}

/** Reads the totals of all sources, of reserves whose price is near a dollar. Each protocol reads its own reserves: none belongs to two. */
export function readingOf(sources: readonly BenchmarkSource[], gate: Gate): ReadBucketTotals {
  return async (filter) => {
    const parts = await Promise.all(
      sources.map(({ protocol, reads, reserves }): Promise<BucketTotals[]> => {
        const own = { ...filter, reserves: addressesOf(reserves), priceBand: bandOf(protocol) };
        return own.reserves.length === 0 ? Promise.resolve([]) : gate(() => reads.bucketTotals(own));
      }),
    );
    return parts.flat();
  };
}

/** Reserves that the buckets were made without. */
export async function listExclusions(
  sources: readonly BenchmarkSource[],
  { firstMs, endMs, widthMs }: BucketPeriods,
  gate: Gate,
): Promise<BenchmarkExclusion[]> {
  if (endMs <= firstMs) return [];
  const range = { from: new Date(firstMs), to: new Date(endMs) } as const;
  const grain = widthMs === DAY_MS ? 'daily' : 'hourly';
  const lists = await Promise.all(
    sources.map(async ({ protocol, reads, reserves }) => {
      const own = addressesOf(reserves);
      const mintOf = new Map(reserves.map(({ reserve, tokenMint }) => [reserve, tokenMint]));
      const read = (): Promise<BandExclusion[]> =>
        reads.bandExclusions({ ...range, grain, reserves: own, priceBand: bandOf(protocol) });
      const found = own.length === 0 ? [] : await gate(read);
      return found.map((exclusion) => toExclusion(exclusion, mintOf.get(exclusion.reserve) ?? ''));
    }),
  );
  return lists.flat();
}

/** The row as of now, null where nothing was read. */
export function latestRowOf(sources: readonly BenchmarkSource[]): BenchmarkRateRow | null {
  const newest = newestSecondsOf(sources);
  return newest === null ? null : toLatestBenchmarkRow(sources, newest);
}

/** Newest chain time that is served. */
export function newestSecondsOf(sources: readonly BenchmarkSource[]): number | null {
  const times = sources.flatMap(({ newestSeconds }) => newestSeconds ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

function bandOf(protocol: string) {
  return usdPegBand(protocolOf(protocol).scale);
}

function addressesOf(reserves: readonly AggregateReserve[]): string[] {
  return reserves.map(({ reserve }) => reserve);
}
