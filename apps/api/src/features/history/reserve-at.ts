import { type ReserveAt, type ReserveInfo, toNumberFields } from '@tidemark/contract';
import { isLendingError, unixSecondsOf } from '@tidemark/core';
import { deriveStateAt, type StateAt, type StateAtInput } from '@tidemark/model';
import { protocolOf } from '@tidemark/protocols';
import { archivedWithin, type LatestReserve, type StoredSnapshot, toStoredState } from '@tidemark/schema';
import { ApiError } from '../../http/exchange.ts';
import type { HistoryReads } from './history-reads.ts';
import { exactFields, identityOf, supplyApyTotal } from './rows.ts';

/**
 * A reserve at a whole second, derived from the observations around it. The newest observation of its account is one of them, stored in
 * the history or not. Throws STATE_NOT_FOUND where the moment is not between two observations, or the evidence is further away
 * than `maxAgeSeconds`.
 */
export async function readReserveAt(
  reads: HistoryReads,
  info: ReserveInfo,
  { atMs, maxAgeSeconds }: { readonly atMs: number; readonly maxAgeSeconds: number | null },
): Promise<ReserveAt> {
  const at = new Date(atMs);
  const reserves = [info.reserve];
  const [month] = archivedWithin(await reads.archivedMonths(), { from: at, to: new Date(atMs + 1) });
  if (month !== undefined) {
    throw new ApiError('HISTORY_ARCHIVED', { detail: `They are in ${month.file}, of which no moment is derived.` });
  }
  // First: what is stored after it was read can only be newer.
  const latest = await reads.latest(info.reserve);
  // One after the other: a place in the gate is one connection, and what waits for one waits there and not in the driver.
  const before = await reads.neighbours({ reserves, before: new Date(atMs + 1) });
  const after = await reads.neighbours({ reserves, after: at });
  const timelines = await reads.terms({ reserves });
  const gaps = await reads.gaps({ reserves, from: at, to: new Date(atMs + 1) });
  const rules = protocolOf(reads.protocol);
  const stateOf = (row: StoredSnapshot | LatestReserve | undefined) =>
    row === undefined ? null : toStoredState(rules, row);
  const prev = stateOf(before.get(info.reserve));
  const newest = latest !== null && latest.observedAt >= at ? latest : null;
  const next = stateOf(after.get(info.reserve) ?? newest ?? undefined);
  const terms = timelines.get(info.reserve);
  const found = terms === undefined ? null : deriveOrRefuse({ rules, prev, next, terms, at });
  if (found === null) throw notFound(info, latest?.observedAt ?? null);
  const ageSeconds = atMs / 1000 - unixSecondsOf(found.evidence.observedAt);
  if (maxAgeSeconds !== null && Math.abs(ageSeconds) > maxAgeSeconds) {
    throw new ApiError('STATE_NOT_FOUND', {
      detail: `The evidence is ${Math.abs(ageSeconds)} seconds away from the moment, more than max_age allows.`,
    });
  }
  return toReserveAt(info, found, { atMs, ageSeconds, gapReason: gaps[0]?.reason ?? null, scale: rules.scale });
}

function deriveOrRefuse(input: StateAtInput): StateAt | null {
  try {
    return deriveStateAt(input);
  } catch (error) {
    if (!isLendingError(error)) throw error;
    throw new ApiError('STATE_NOT_FOUND', {
      detail: 'The program would refuse to bring the stored account to this moment.',
      cause: error,
    });
  }
}

function toReserveAt(
  info: ReserveInfo,
  { derived, evidence, proof }: StateAt,
  about: {
    readonly atMs: number;
    readonly ageSeconds: number;
    readonly gapReason: string | null;
    readonly scale: bigint;
  },
): ReserveAt {
  return {
    timestamp: about.atMs / 1000,
    slot: Number(derived.moment.slot),
    ...identityOf(info),
    ...toNumberFields(derived.numbers),
    supply_apy_total_f: supplyApyTotal(derived.numbers.supplyApyF, derived.numbers.rewardsAprF),
    ...exactFields({ ...derived.accrued, receiptSupply: evidence.receiptSupply }, about.scale),
    evidence_slot: Number(evidence.slot),
    evidence_timestamp: unixSecondsOf(evidence.observedAt),
    evidence_age_seconds: about.ageSeconds,
    proof_str: proof,
    proven_b: proof !== null,
    in_gap_b: about.gapReason !== null,
    gap_reason_str: about.gapReason,
  };
}

function notFound(info: ReserveInfo, newest: Date | null): ApiError {
  const first = new Date(info.first_seen_timestamp * 1000).toISOString();
  return new ApiError('STATE_NOT_FOUND', {
    detail:
      newest === null
        ? 'The reserve was never read.'
        : `The reserve is known from ${first} to ${newest.toISOString()}.`,
  });
}
