import { HEARTBEAT_SECONDS } from '../processes/pipeline.ts';
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { type CommittedBatch, committedOf, observedBy } from './observations.ts';
import type { StoredFacts, StoredRow } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** A row that must be there. */
interface KeptRow {
  readonly slot: number;
  readonly timeMs: number;
  readonly sha256: string;
  readonly reason: string;
  readonly batchId: string;
}

/**
 * The rows of each reserve against the stored batches, taken again in the order of their commits. The rule: an observation is kept
 * where the newest row before it (of those that were there when it was stored) is of another account, or is ten minutes
 * old, or does not exist. So a state has a second row only as a heartbeat, or because the earlier observation was stored later.
 */
export function auditRows({ snapshots, latest, batches }: StoredFacts, truth: Truth): Finding[] {
  const committed = committedOf(batches);
  const rowsOf = groupBy(snapshots, (row) => String(row['reserve']));
  const newestOf = new Map(latest.map((row) => [String(row['reserve']), Number(row['slot'])]));
  const unnumbered = batches.filter(({ outcome, commitSeq }) => (outcome === 'committed') !== (commitSeq !== null));
  return [
    ...unnumbered.map(
      ({ id, outcome }): Finding => ({ invariant: 'lost', message: `batch ${id}, ${outcome}, is numbered wrongly` }),
    ),
    // No reserve leaves the simulated chain.
    ...truth.reserves
      .filter((reserve) => !newestOf.has(reserve))
      .map((reserve) => finding('lost', reserve, 'is on the chain and has no newest row')),
    ...truth.reserves.flatMap((reserve) => {
      const observations = committed.filter((batch) => observedBy(batch).includes(reserve));
      const rows = rowsOf.get(reserve) ?? [];
      return [
        ...findDoubled(reserve, rows, replay(reserve, observations, truth)),
        ...findLost(reserve, rows, observations, truth, newestOf.get(reserve) ?? null),
      ];
    }),
  ];
}

function replay(reserve: string, observations: readonly CommittedBatch[], truth: Truth): KeptRow[] {
  const kept: KeptRow[] = [];
  for (const { slot, observedAt, id: batchId } of observations) {
    const sha256 = truth.at(reserve, slot)?.sha256;
    if (sha256 === undefined) continue;
    const timeMs = observedAt.getTime();
    const before = kept.findLast((row) => row.timeMs < timeMs || (row.timeMs === timeMs && row.slot <= slot));
    const reason = reasonOf(before, sha256, timeMs);
    if (reason === null || before?.slot === slot) continue;
    const place = kept.filter((row) => row.timeMs < timeMs || (row.timeMs === timeMs && row.slot < slot)).length;
    kept.splice(place, 0, { slot, timeMs, sha256, reason, batchId });
  }
  return kept;
}

function reasonOf(before: KeptRow | undefined, sha256: string, timeMs: number): string | null {
  if (before === undefined) return 'first';
  if (before.sha256 !== sha256) return 'changed';
  return timeMs - before.timeMs >= HEARTBEAT_SECONDS * 1000 ? 'heartbeat' : null;
}

function findDoubled(reserve: string, rows: readonly StoredRow[], kept: readonly KeptRow[]): Finding[] {
  const textOf = (slot: unknown, sha256: unknown, reason: unknown, batchId: unknown): string =>
    `slot ${String(slot)} ${String(reason)} ${String(sha256).slice(0, 12)} by ${String(batchId)}`;
  const stored = rows.map((row) =>
    textOf(row['slot'], row['account_sha256'], row['snapshot_reason_str'], row['poll_batch_id']),
  );
  const wanted = kept.map((row) => textOf(row.slot, row.sha256, row.reason, row.batchId));
  const [known, asked] = [new Set(stored), new Set(wanted)];
  return [
    ...stored
      .filter((text) => !asked.has(text))
      .map((text): Finding => finding('doubled', reserve, `a row too many: ${text}`)),
    ...wanted
      .filter((text) => !known.has(text))
      .map((text): Finding => finding('lost', reserve, `a row is not there: ${text}`)),
  ];
}

/** Independent of the rule above: what an observation found must be what the newest row at or before it says. */
function findLost(
  reserve: string,
  rows: readonly StoredRow[],
  observations: readonly CommittedBatch[],
  truth: Truth,
  newestSlot: number | null,
): Finding[] {
  const findings: Finding[] = [];
  for (const { slot, id } of observations) {
    const sha256 = truth.at(reserve, slot)?.sha256;
    const row = rows.findLast((each) => Number(each['slot']) <= slot);
    if (row?.['account_sha256'] !== sha256) {
      findings.push(
        finding(
          'lost',
          reserve,
          `batch ${id} read ${sha256?.slice(0, 12)} at slot ${slot}, and the row before is of slot ${String(row?.['slot'])}`,
        ),
      );
    }
    if (newestSlot !== null && slot > newestSlot) {
      findings.push(finding('lost', reserve, `batch ${id} is of slot ${slot}, and the newest row of ${newestSlot}`));
    }
  }
  return findings;
}

function finding(invariant: Finding['invariant'], reserve: string, message: string): Finding {
  return { invariant, message: `${reserve}: ${message}` };
}
