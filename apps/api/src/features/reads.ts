import type { ObservationArchive } from '@tidemark/archive';
import {
  type Database,
  type GapOfRange,
  getReserveConfig,
  getReserveDetail,
  listBandExclusions,
  listBucketTotals,
  listConfigChanges,
  listCoverageFacts,
  listGapFailures,
  listInterest,
  listReserveDayRevisions,
  listStoredExclusions,
  listStoredInterest,
  listStoredTotals,
  listTotalsRevisions,
} from '@tidemark/schema';
import { createHistoryReads, type OptionsOf } from './history/history-reads.ts';

/** Reads of one protocol that are made for each request. All reject when the database fails. */
export type ProtocolReads = ReturnType<typeof createReads>;

export function createReads(database: Database, protocol: string, archive: ObservationArchive | null) {
  const { sql } = database;
  return {
    /** Reserves that a band of prices keeps out of such totals. */
    bandExclusions: (filter: OptionsOf<typeof listBandExclusions>) => listBandExclusions(sql, { ...filter, protocol }),
    /** The same out of the totals of the benchmark that the rollup has stored. */
    storedExclusions: (filter: OptionsOf<typeof listStoredExclusions>) =>
      listStoredExclusions(sql, { ...filter, protocol }),
    /** Totals per period from the rollups. */
    bucketTotals: (filter: OptionsOf<typeof listBucketTotals>) => listBucketTotals(sql, { ...filter, protocol }),
    /** The same as the rollup has stored them. */
    storedTotals: (filter: OptionsOf<typeof listStoredTotals>) => listStoredTotals(sql, { ...filter, protocol }),
    /** What tells two states of those apart. */
    totalsRevisions: (filter: OptionsOf<typeof listTotalsRevisions>) =>
      listTotalsRevisions(sql, { ...filter, protocol }),
    /** State and rate settings of a reserve, null when it was never polled. */
    rateState: (reserve: string) => getReserveDetail(sql, { protocol, reserve }),
    /** Configuration of a reserve, null when it was never seen. */
    config: (reserve: string) => getReserveConfig(sql, { protocol, reserve }),
    changes: (filter: OptionsOf<typeof listConfigChanges>) => listConfigChanges(sql, { ...filter, protocol }),
    history: createHistoryReads(database, protocol, archive),
    coverage: (filter: OptionsOf<typeof listCoverageFacts>) => listCoverageFacts(sql, { ...filter, protocol }),
    /** The first failed attempt of each gap, in their order. */
    gapFailures: (gaps: readonly GapOfRange[]) => listGapFailures(sql, { protocol, gaps }),
    /** What tells two states of the buckets of a reserve on a day apart. */
    dayRevisions: (filter: Parameters<typeof listReserveDayRevisions>[1]) => listReserveDayRevisions(sql, filter),
    /** Interest of groups of reserves per period. */
    interest: (filter: OptionsOf<typeof listInterest>) => listInterest(sql, { ...filter, protocol }),
    /** The same out of what the rollup has stored. */
    storedInterest: (filter: OptionsOf<typeof listStoredInterest>) => listStoredInterest(sql, { ...filter, protocol }),
  };
}
