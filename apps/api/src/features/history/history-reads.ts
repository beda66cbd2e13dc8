import {
  type Database,
  getLatestReserve,
  listIngestGaps,
  listIngestStops,
  listNeighbourStates,
  listObservationSpans,
  listTermsTimelines,
  streamBuckets,
  streamBucketSummaries,
  streamStates,
  streamStateSummaries,
} from '@tidemark/schema';
import { protocolOf } from '@tidemark/protocols';

/** Reads of the history of one protocol. Each is one short statement, or pages of such. */
export type HistoryReads = ReturnType<typeof createHistoryReads>;

type Without<Options> = Options extends unknown ? Omit<Options, 'protocol'> : never;
type OptionsOf<Read extends (sql: never, options: never) => unknown> = Without<Parameters<Read>[1]>;

export function createHistoryReads({ sql, db }: Database, protocol: string) {
  return {
    protocol,
    states: (options: OptionsOf<typeof streamStates>) => streamStates(sql, { ...options, protocol }),
    summaries: (options: OptionsOf<typeof streamStateSummaries>) => streamStateSummaries(sql, { ...options, protocol }),
    neighbours: (options: Parameters<typeof listNeighbourStates>[1]) => listNeighbourStates(sql, options),
    buckets: (options: OptionsOf<typeof streamBuckets>) => streamBuckets(sql, { ...options, protocol }),
    bucketSummaries: (options: OptionsOf<typeof streamBucketSummaries>) =>
      streamBucketSummaries(sql, { ...options, protocol }),
    terms: (options: OptionsOf<typeof listTermsTimelines>) =>
      listTermsTimelines(sql, { ...options, protocol: protocolOf(protocol) }),
    spans: (options: OptionsOf<typeof listObservationSpans>) => listObservationSpans(sql, { ...options, protocol }),
    gaps: (options: OptionsOf<typeof listIngestGaps>) => listIngestGaps(sql, { ...options, protocol }),
    /** Times that nothing was read in and that no rollup has come to. */
    stops: () => listIngestStops(sql, { protocol }),
    /** The newest state of a reserve, null when it was never polled. */
    latest: (reserve: string) => getLatestReserve(db, { protocol, reserve }),
    /** Up to when it is known what was observed, null where it never was looked into. */
    newestSpanEnd: async () => {
      const [row] = await sql<{ to: Date | null }[]>`
        SELECT max(to_at) AS "to" FROM lend.observation_spans WHERE protocol = ${protocol} AND hour_start = (
          SELECT max(hour_start) FROM lend.observation_spans WHERE protocol = ${protocol}
        )`;
      return row?.to ?? null;
    },
  };
}
