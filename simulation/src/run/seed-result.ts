import type { ReadCounts } from '../audit/audit-reads.ts';
import type { Finding, Invariant } from '../audit/finding.ts';
import type { FaultName } from '../plan/fault-list.ts';
import type { Plan } from '../plan/plan.ts';
import type { LastLines } from '../processes/program-log.ts';
import type { MetStrike, Overlap } from './overlap.ts';

/** What was counted in a run, for the report. */
export interface RunCounts extends ReadCounts {
  readonly batches: number;
  readonly failedBatches: number;
  readonly snapshots: number;
  readonly observations: number;
  readonly gaps: number;
  readonly hours: number;
  /** Prices of tokens after a batch, compared with the accounts of oracles. */
  readonly prices: number;
  /** Reads of pools, compared with their accounts. */
  readonly pools: number;
  /** Edges of hours that claim a proof. */
  readonly edges: number;
  /** Hours whose interest is that of the chain to the last bit. */
  readonly exactHours: number;
  readonly streamed: number;
  readonly answers: number;
  /** Requests to the API that got no whole answer. */
  readonly unanswered: number;
  /** Requests to the API that were refused a connection. */
  readonly refused: number;
  readonly samples: number;
}

/** What is known of a run so far. It is filled in as it comes, so that what breaks a run off takes nothing of it away. */
export interface Verdict {
  readonly findings: Finding[];
  /** The faults of the plan that were put in force, and what they met. */
  strikes: readonly MetStrike[];
  /** Faults that this machine does not permit, with the reason. */
  notPermitted: ReadonlyMap<FaultName, string>;
  overlap: Overlap;
  /** Null where the run did not complete. */
  counts: RunCounts | null;
  /** What this run could be held to. */
  judged: ReadonlySet<Invariant>;
}

/** Before anything has happened. Each run is judged for its completion. */
export function createVerdict(): Verdict {
  return {
    findings: [],
    strikes: [],
    notPermitted: new Map(),
    overlap: { requests: 0, requestsThroughout: 0, committed: 0, failed: 0, seconds: 0 },
    counts: null,
    judged: new Set<Invariant>(['run']),
  };
}

export interface SeedResult extends Readonly<Omit<Verdict, 'findings'>> {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  /** Of a run that failed, or was to be kept: the folder with its database, its truth and all that its processes said. */
  readonly keptIn: string | null;
  /** Of a run that failed. */
  readonly lastLines: readonly LastLines[];
  readonly seconds: number;
}
