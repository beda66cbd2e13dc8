import type { Sql } from '../create-database.ts';
import { type IngestGap, listIngestGaps } from '../history/ingest-gaps.ts';
import type { StoredSpan } from '../history/observation-spans.ts';
import { listLookRuns } from './list-look-runs.ts';

export interface CoverageFilter {
  readonly protocol: string;
  readonly from: Date;
  readonly to: Date;
}

/** What is on record about the looks of a range. */
export interface CoverageFacts {
  /**
   * Runs of looks of the range and of a day around it, in the order of their beginnings. None lies across an end of the
   * range, unless single looks of that hour are no longer held.
   */
  readonly runs: readonly StoredSpan[];
  /** The ledger of gaps; it may be a minute behind the runs. */
  readonly ledger: readonly IngestGap[];
}

/** Two looks further apart than this never vouch for the time between them. */
const AROUND_MS = 86_400_000;

/** Everything that coverage is computed from, as of one moment, but for failures: those are read of gaps that the ledger lacks. */
export function listCoverageFacts(sql: Sql, { protocol, from, to }: CoverageFilter): Promise<CoverageFacts> {
  const around = { from: new Date(from.getTime() - AROUND_MS), to: new Date(to.getTime() + AROUND_MS) };
  return sql.begin('isolation level repeatable read read only', async (tx) => ({
    runs: await listLookRuns(tx, { protocol, ...around, cuts: [from, to] }),
    ledger: await listIngestGaps(tx, { protocol, from, to }),
  }));
}
