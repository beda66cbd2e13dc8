import type { BenchmarkExclusion, BenchmarkRateRow } from '@tidemark/contract';
import { DAY_MS } from '@tidemark/core';
import { USD_STABLECOINS, usdPegBand } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { AggregateReserve, BandExclusion, BucketTotals, TotalsSubject } from '@tidemark/schema';
import { listCommonStops } from '../../coverage/gaps.ts';
import type { ProtocolServices } from '../../services.ts';
import { splitReserves } from '../counted.ts';
import type { ReadBucketTotals, ReadStoredTotals } from '../history/aggregate-pages.ts';
import type { ReadTotalsRevisions } from '../history/period-rows.ts';
import { type BucketPeriods, runsOf } from '../../../rows/periods.ts';
import { type BenchmarkReserves, toExclusion, toLatestBenchmarkRow } from './to-benchmark-row.ts';

/** What one protocol adds to the benchmark. */
export interface BenchmarkSource extends BenchmarkReserves {
  readonly reads: Pick<
    ProtocolServices['reads'],
    'bucketTotals' | 'bandExclusions' | 'history' | 'storedTotals' | 'storedExclusions' | 'totalsRevisions'
  >;
  /** Its stored totals; null where they do not tell which reserves that lend on count. */
  readonly stored: TotalsSubject | null;
  /** Newest chain time that is served, null where nothing is. */
  readonly newestSeconds: number | null;
}

/** Bounds how many reads are under way. */
type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

const MINTS: ReadonlySet<string> = new Set(USD_STABLECOINS.map(({ mint }) => mint));

export async function benchmarkSourceOf(services: ProtocolServices): Promise<BenchmarkSource> {
  const { inputs, moment } = await services.aggregates.get();
  // A market that anybody may have created would make the rate whatever its creator wants.
  const { counted, wrapped } = splitReserves(inputs.reserves.filter(({ tokenMint }) => MINTS.has(tokenMint)));
  const isMixed = wrapped.length > 0 && counted.some(({ underlyingReserve }) => underlyingReserve !== null);
  return {
    protocol: services.protocol.name,
    reserves: counted,
    stored: isMixed ? null : { kind: 'benchmark', of: '', withWrapping: wrapped.length === 0 },
    reads: services.reads,
    newestSeconds: moment?.seconds ?? null,
  };
}

/** Where the rates of all sources come from, and the stops and the newest moment that they have in common. */
export async function totalsOf(sources: readonly BenchmarkSource[], gate: Gate) {
  return {
    newestMs: (newestSecondsOf(sources) ?? 0) * 1000,
    stops: listCommonStops(await Promise.all(sources.map(({ reads }) => gate(() => reads.history.stops())))),
    stored: sources.every((source) => source.stored !== null) ? (sources[0]?.stored ?? null) : null,
    read: readingOf(sources, gate),
    readStored: storedReadingOf(sources, gate),
    readRevisions: revisionReadingOf(sources, gate),
  };
}

/** Reads the totals of all sources, of reserves whose price is near a dollar. Each protocol reads its own reserves: none belongs to two. */
function readingOf(sources: readonly BenchmarkSource[], gate: Gate): ReadBucketTotals {
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

/** The same as the rollups have stored them; periods that any of them has yet to come to are due. */
function storedReadingOf(sources: readonly BenchmarkSource[], gate: Gate): ReadStoredTotals {
  return async (filter) => {
    const parts = await Promise.all(
      sources.map(({ reads, stored }) =>
        gate(() => reads.storedTotals({ ...filter, subject: stored ?? filter.subject })),
      ),
    );
    const due = new Set(parts.flatMap((part) => part.due.map((start) => start.getTime())));
    return {
      rows: parts.flatMap(({ rows }) => rows),
      due: [...due].toSorted((a, b) => a - b).map((ms) => new Date(ms)),
    };
  };
}

/** What tells two states of those apart. */
function revisionReadingOf(sources: readonly BenchmarkSource[], gate: Gate): ReadTotalsRevisions {
  return async (filter) =>
    (await Promise.all(sources.map(({ reads }) => gate(() => reads.totalsRevisions(filter))))).flat();
}

/** Reserves that the buckets were made without. */
export async function listExclusions(
  sources: readonly BenchmarkSource[],
  { firstMs, endMs, widthMs }: BucketPeriods,
  gate: Gate,
): Promise<BenchmarkExclusion[]> {
  if (endMs <= firstMs) return [];
  const periodSeconds = widthMs === DAY_MS ? 86_400 : 3_600;
  const range = { from: new Date(firstMs), to: new Date(endMs), periodSeconds };
  const lists = await Promise.all(
    sources.map(async (source) => {
      const mintOf = new Map(source.reserves.map(({ reserve, tokenMint }) => [reserve, tokenMint]));
      if (mintOf.size === 0) return [];
      const { rows, due } = await gate(() => source.reads.storedExclusions(range));
      const made = await Promise.all(
        runsOf(new Set(due.map((start) => start.getTime())), periodSeconds * 1000).map((run) =>
          madeOf(source, run, gate),
        ),
      );
      const own = [...rows, ...made.flat()].filter(({ reserve }) => mintOf.has(reserve));
      return joinAlike(own).map((exclusion) => toExclusion(exclusion, mintOf.get(exclusion.reserve) ?? ''));
    }),
  );
  return lists.flat();
}

function madeOf(
  { protocol, reads, reserves }: BenchmarkSource,
  { firstMs, endMs, widthMs }: BucketPeriods,
  gate: Gate,
): Promise<BandExclusion[]> {
  const range = { from: new Date(firstMs), to: new Date(endMs) };
  const grain = widthMs === DAY_MS ? 'daily' : 'hourly';
  return gate(() =>
    reads.bandExclusions({ ...range, grain, reserves: addressesOf(reserves), priceBand: bandOf(protocol) }),
  );
}

/** One for each reserve and reason, in the order of both. */
function joinAlike(parts: readonly BandExclusion[]): BandExclusion[] {
  const joined = new Map<string, BandExclusion>();
  for (const part of parts) {
    const key = `${part.reserve} ${part.unpriced}`;
    const known = joined.get(key);
    const times = [part, known ?? part].flatMap(({ firstStart, lastStart }) => [
      firstStart.getTime(),
      lastStart.getTime(),
    ]);
    const buckets = part.buckets + (known?.buckets ?? 0);
    joined.set(key, {
      ...part,
      buckets,
      firstStart: new Date(Math.min(...times)),
      lastStart: new Date(Math.max(...times)),
    });
  }
  return [...joined].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, exclusion]) => exclusion);
}

/** The row as of now, null where nothing was read. */
export function latestRowOf(sources: readonly BenchmarkSource[]): BenchmarkRateRow | null {
  const newest = newestSecondsOf(sources);
  return newest === null ? null : toLatestBenchmarkRow(sources, newest);
}

/** Newest chain time that is served. */
function newestSecondsOf(sources: readonly BenchmarkSource[]): number | null {
  const times = sources.flatMap(({ newestSeconds }) => newestSeconds ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

function bandOf(protocol: string) {
  return usdPegBand(protocolOf(protocol).scale);
}

function addressesOf(reserves: readonly AggregateReserve[]): string[] {
  return reserves.map(({ reserve }) => reserve);
}
