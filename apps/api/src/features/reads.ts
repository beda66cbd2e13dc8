import type { ObservationArchive } from '@tidemark/archive';
import {
  type Database,
  type GapOfRange,
  getReserveConfig,
  getReserveDetail,
  listConfigChanges,
  listCoverageFacts,
  listGapFailures,
  listInterest,
  listReserveDayRevisions,
  listStoredInterest,
  listTotalsRevisions,
} from '@tidemark/schema';
import { createHistoryReads, type OptionsOf } from './history/history-reads.ts';

/** Reads of one protocol that are made for each request. All reject when the database fails. */
export type ProtocolReads = ReturnType<typeof createReads>;

export function createReads(database: Database, protocol: string, archive: ObservationArchive | null) {
  const { sql } = database;
  return {
    /** What tells two states of stored totals apart. */
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
