import { z } from 'zod';
import type { ServedLending } from '../served/read-lending.ts';
import type { ServedRow } from '../served/read-pages.ts';
import { findHoles, type Hole } from './audit-gaps.ts';
import { differenceOf } from './finding.ts';
import { committedOf, observedBy } from './observations.ts';
import { secondsOf, type StoredFacts } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { Truth } from './truth.ts';

const gapsSchema = z.array(
  z.object({
    from: z.number(),
    to: z.number(),
    from_slot: z.number().nullable(),
    to_slot: z.number().nullable(),
    gap_reason_str: z.string(),
  }),
);

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly hole: Hole | null;
}

/**
 * Coverage against the batches: of each reserve, from its first sight to the end of the range, how much was observed, how often, and
 * each hole. Nothing is observed any more: once that is so for longer than observations may be apart, the time after the newest one is a
 * hole, too, and until then the range ends there. Which of both was so when it was asked depends on how long the simulation took.
 */
export function auditServedCoverage(
  { coverage, to: end }: ServedLending,
  { batches }: StoredFacts,
  { reserves }: StoredSettings,
  truth: Truth,
): string[] {
  const observations = committedOf(batches).filter(({ kind }) => kind !== 'follow');
  const failed = batches.filter(({ outcome, kind }) => outcome === 'failed' && kind !== 'follow');
  const served = new Map(coverage.map((row) => [String(row['reserve']), row]));
  const firstSeen = new Map(reserves.map((row) => [String(row['reserve']), secondsOf(row['first_seen_at'])]));
  const count = coverage.length === truth.reserves.length ? [] : [`coverage has ${coverage.length} rows`];
  const differences = truth.reserves.flatMap((reserve) => {
    const row = served.get(reserve);
    if (row === undefined) return [`coverage of ${reserve} is not served`];
    const asked = observations.filter(({ requested }) => requested?.includes(reserve) === true);
    const seen = asked.filter((observation) => observedBy(observation).includes(reserve));
    const from = firstSeen.get(reserve) ?? 0;
    const times = seen.map(({ observedAt }) => secondsOf(observedAt));
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const holes = findHoles(reserve, observations, failed, new Date(last * 1000));
    const patience = Math.max(...seen.map(({ gapAfterMs }) => gapAfterMs)) / 1000;
    const to = end - last <= patience && row['expected_seconds'] === last - from ? last : end;
    const stretches = [
      { from, to: first, hole: null },
      ...holes.map((hole) => ({ from: secondsOf(hole.from), to: secondsOf(hole.to), hole })),
      { from: last, to, hole: null },
    ]
      .map((stretch): Stretch => ({ ...stretch, from: Math.max(from, stretch.from) }))
      .filter((stretch) => stretch.from < stretch.to);
    const problems = compareRow(row, { from, to, stretches, seen: seen.length, vain: asked.length - seen.length });
    return problems.length === 0 ? [] : [`coverage of ${reserve}: ${problems.join('; ')}`];
  });
  return [...count, ...differences];
}

interface Expected {
  readonly from: number;
  readonly to: number;
  readonly stretches: readonly Stretch[];
  readonly seen: number;
  readonly vain: number;
}

function compareRow(row: ServedRow, { from, to, stretches, seen, vain }: Expected): string[] {
  const missing = stretches.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  const fields = {
    first_seen_timestamp: from,
    expected_seconds: to - from,
    missing_seconds: missing,
    observed_seconds: to - from - missing,
    observations: seen,
    failed_observations: vain,
    gap_count: stretches.length,
    longest_gap_seconds: Math.max(0, ...stretches.map((stretch) => stretch.to - stretch.from)),
  };
  const gaps = gapsSchema.parse(row['gaps']);
  return [
    ...Object.entries(fields).flatMap(([name, value]) => differenceOf(name, row[name], value) ?? []),
    ...stretches.flatMap((stretch, place) => compareGap(gaps[place], stretch)),
  ];
}

function compareGap(gap: z.output<typeof gapsSchema>[number] | undefined, { from, to, hole }: Stretch): string[] {
  if (gap === undefined) return [`the gap from ${from} is not listed`];
  const problems = [differenceOf('a gap’s from', gap.from, from), differenceOf('a gap’s to', gap.to, to)];
  // One that begins before the reserve was registered is cut off there.
  if (hole !== null && secondsOf(hole.from) === from) {
    problems.push(differenceOf('a gap’s from_slot', gap.from_slot, hole.fromSlot));
    problems.push(differenceOf('a gap’s to_slot', gap.to_slot, hole.toSlot));
    problems.push(differenceOf('a gap’s reason', gap.gap_reason_str, hole.reason));
  }
  return problems.filter((problem) => problem !== null);
}
