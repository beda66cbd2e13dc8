import type { Sql } from 'postgres';
import type { Finding } from '../audit/finding.ts';
import { FAULTS } from '../plan/fault-list.ts';
import type { Played, Strike } from './play-plan.ts';

/** What the pipeline did while the faults of a plan were played. */
export interface Overlap {
  /** Requests to nodes while a fault was in force, whatever came of them. */
  readonly requests: number;
  /** Those from the beginning of the first fault to the end of the last one. */
  readonly requestsThroughout: number;
  readonly committed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** A strike with the polls that ended during it, successful or failed. */
export interface MetStrike extends Strike {
  readonly committed: number;
  readonly failed: number;
}

/** Fewer requests than this to nodes, and a run has tested nothing. */
const LEAST_REQUESTS = 5;

export const NOTHING_PLAYED: Played = {
  strikes: [],
  notPermitted: new Map(),
  failures: [],
  paced: [],
  from: new Date(0),
  to: new Date(0),
  requests: 0,
  requestsThroughout: 0,
};

/** Counts the polls that fell into each strike, by the database's clock, which no fault sets wrong. */
export async function meet(
  admin: Sql,
  { strikes, from, to, requests, requestsThroughout }: Played,
): Promise<{ strikes: MetStrike[]; overlap: Overlap }> {
  const polls = await admin<{ at: Date; committed: boolean }[]>`
    SELECT recorded_at AS at, outcome_str = 'committed' AS committed FROM lend_v1.poll_batches`;
  const count = (since: Date, until: Date, committed: boolean): number =>
    polls.filter((poll) => poll.committed === committed && poll.at >= since && poll.at <= until).length;
  const during = (span: { readonly from: Date; readonly to: Date }) => ({
    committed: count(span.from, span.to, true),
    failed: count(span.from, span.to, false),
  });
  return {
    strikes: strikes.map((strike) => ({ ...strike, ...during(strike) })),
    overlap: {
      requests,
      requestsThroughout,
      ...during({ from, to }),
      seconds: (to.getTime() - from.getTime()) / 1000,
    },
  };
}

/**
 * A run whose faults met nothing proves nothing. The requests that decide are those from the first fault to the last, and
 * not those under faults alone: while Postgres is away there is no job to ask for.
 */
export function auditOverlap({ requestsThroughout, seconds }: Overlap, strikes: readonly Strike[]): Finding[] {
  const findings: Finding[] = [];
  if (requestsThroughout < LEAST_REQUESTS) {
    const message = `${requestsThroughout} requests to nodes from the first fault to the last, in ${seconds.toFixed(1)} s`;
    findings.push({ invariant: 'overlap', message });
  }
  // A deploy meets processes in every run.
  const faults = strikes.filter(({ fault }) => FAULTS[fault].lane !== 'deploy');
  if (faults.every(({ effects }) => effects === 0)) {
    findings.push({ invariant: 'overlap', message: `none of ${faults.length} faults met anything` });
  }
  return findings;
}
