import type { ObservationArchive } from '@tidemark/archive';
import {
  copyBuckets,
  copyObservations,
  type Database,
  getLatestReserve,
  listArchivedMonths,
  listIngestGaps,
  listIngestStops,
  listNeighbourStates,
  listTermsTimelines,
  readHistoryRevision,
  streamBuckets,
} from '@tidemark/schema';
import { protocolOf } from '@tidemark/protocols';

/** Reads of the history of one protocol. Each is one short statement, or pages of such. */
export type HistoryReads = ReturnType<typeof createHistoryReads>;

type Without<Options> = Options extends unknown ? Omit<Options, 'protocol'> : never;
/** What a read is asked for beside the protocol. */
export type OptionsOf<Read extends (sql: never, options: never) => unknown> = Without<Parameters<Read>[1]>;

export function createHistoryReads({ sql, db }: Database, protocol: string, archive: ObservationArchive | null = null) {
  return {
    protocol,
    /** The files of archived months; null where this service was given none. */
    archive,
    archivedMonths: () => listArchivedMonths(sql),
    copyObservations: (options: OptionsOf<typeof copyObservations>) => copyObservations(sql, { ...options, protocol }),
    copyBuckets: (options: OptionsOf<typeof copyBuckets>) => copyBuckets(sql, { ...options, protocol }),
    neighbours: (options: Parameters<typeof listNeighbourStates>[1]) => listNeighbourStates(sql, options),
    buckets: (options: OptionsOf<typeof streamBuckets>) => streamBuckets(sql, { ...options, protocol }),
    terms: (options: OptionsOf<typeof listTermsTimelines>) =>
      listTermsTimelines(sql, { ...options, protocol: protocolOf(protocol) }),
    gaps: (options: OptionsOf<typeof listIngestGaps>) => listIngestGaps(sql, { ...options, protocol }),
    /** Tells states of buckets and gaps apart. */
    revision: (options: Parameters<typeof readHistoryRevision>[1]) => readHistoryRevision(sql, options),
    /** Times that nothing was read in and that no rollup has come to. */
    stops: () => listIngestStops(sql, { protocol }),
    /** The newest state of a reserve, null when it was never polled. */
    latest: (reserve: string) => getLatestReserve(db, { protocol, reserve }),
  };
}
