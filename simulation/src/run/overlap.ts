import type { Sql } from 'postgres';
import type { Finding } from '../audit/finding.ts';
import type { Played, Strike } from './play-plan.ts';

/** What the pipeline did while the faults of a plan were played. */
export interface Overlap {
  /** Requests to nodes, whatever came of them. */
  readonly requests: number;
  readonly committed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** A strike with the polls that came to an end under it, well or ill. */
export interface MetStrike extends Strike {
  readonly committed: number;
  readonly failed: number;
}

/** Fewer requests than this to nodes, and a run has tested nothing. */
const LEAST_REQUESTS = 10;

export const NOTHING_PLAYED: Played = {
  strikes: [],
  notPermitted: new Map(),
  failures: [],
  from: new Date(0),
  to: new Date(0),
  requests: 0,
};

/** Counts the polls that fell into each strike, by the database's clock, which no fault sets wrong. */
export async function meet(
  admin: Sql,
  { strikes, from, to, requests }: Played,
): Promise<{ strikes: MetStrike[]; overlap: Overlap }> {
  const polls = await admin<{ at: Date; committed: boolean }[]>`
    SELECT recorded_at AS at, outcome = 'committed' AS committed FROM lend.poll_batches`;
  const count = (since: Date, until: Date, committed: boolean): number =>
    polls.filter((poll) => poll.committed === committed && poll.at >= since && poll.at <= until).length;
  const during = (span: { readonly from: Date; readonly to: Date }) => ({
    committed: count(span.from, span.to, true),
    failed: count(span.from, span.to, false),
  });
  return {
    strikes: strikes.map((strike) => ({ ...strike, ...during(strike) })),
    overlap: { requests, ...during({ from, to }), seconds: (to.getTime() - from.getTime()) / 1000 },
  };
}

/** A run whose faults met nothing proves nothing. */
export function auditOverlap({ requests, seconds }: Overlap): Finding[] {
  if (requests >= LEAST_REQUESTS) return [];
  return [{ invariant: 'overlap', message: `${requests} requests to nodes in ${seconds.toFixed(1)} s of faults` }];
}
