import { STATE_NUMBERS } from '../naive/protocol.ts';
import { AGGREGATES, type ServedLending } from '../served/read-lending.ts';
import type { ServedRow } from '../served/read-pages.ts';
import type { Served } from '../served/read-served.ts';
import { auditServedCoverage } from './audit-served-coverage.ts';
import { auditFeeSums, auditServedFees } from './audit-served-fees.ts';
import { auditServedIntervals } from './audit-served-intervals.ts';
import { auditServedMoments } from './audit-served-moments.ts';
import { auditServedPeriods } from './audit-served-periods.ts';
import { auditServedRealised } from './audit-served-realised.ts';
import { auditServedSummaries, auditServedTotals } from './audit-served-totals.ts';
import { differenceOf, type Finding } from './finding.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { Truth } from './truth.ts';

/**
 * What the service says at the end against what is stored (which is compared with the chain elsewhere) and what was observed: every
 * list has just its rows, in their order, across all of its pages, and each row says what is stored.
 */
export function auditServed(
  { lending, overAll, resumed, keyProblems }: Served,
  facts: StoredFacts,
  settings: StoredSettings,
  truth: Truth,
): Finding[] {
  const problems = [
    ...[...lending].flatMap(([protocol, served]) => {
      const own = factsOf(protocol, facts, settings, truth);
      return [
        ...auditLending(served, own.facts, own.settings, own.truth),
        ...auditServedPeriods(served, protocol, own.facts, own.settings),
      ].map((problem) => `${protocol}: ${problem}`);
    }),
    ...auditServedTotals(overAll, facts, settings, truth).map((problem) => `over all: ${problem}`),
    ...auditServedSummaries(overAll, facts, truth).map((problem) => `over all: ${problem}`),
    ...resumed.flatMap(({ after, next }) => {
      const [commit, place] = after.split('.').map(Number);
      const expected = `${commit}.${Number(place) + 1}`;
      return next === expected ? [] : [`a stream after ${after} begins with ${next}, not ${expected}`];
    }),
    ...keyProblems,
  ];
  return problems.map((message) => ({ invariant: 'served', message }));
}

/** What concerns the reserves of one protocol; batches are of all of them. */
function factsOf(protocol: string, facts: StoredFacts, settings: StoredSettings, truth: Truth) {
  const reserves = truth.reserves.filter((reserve) => truth.protocolOf(reserve).name === protocol);
  const known = new Set<unknown>(reserves);
  const own = (rows: readonly StoredRow[]): StoredRow[] => rows.filter((row) => known.has(row['reserve']));
  const { snapshots, latest, quarters, hours, days } = facts;
  const buckets = { quarters: own(quarters), hours: own(hours), days: own(days) };
  const ofProtocol = (row: StoredRow): boolean => row['protocol'] === protocol;
  return {
    facts: { ...facts, snapshots: own(snapshots), latest: own(latest), ...buckets },
    settings: {
      ...settings,
      markets: settings.markets.filter(ofProtocol),
      reserves: settings.reserves.filter(ofProtocol),
    },
    truth: { ...truth, reserves },
  };
}

function auditLending(
  served: ServedLending,
  facts: StoredFacts,
  settings: StoredSettings,
  truth: Truth,
): readonly string[] {
  return [
    ...compareLists('raw history', served.states, facts.snapshots.toSorted(byReserveAndSlot).map(toRawRow)),
    ...AGGREGATES.flatMap((agg) =>
      (['quarters', 'hours', 'days'] as const).flatMap((width) =>
        compareLists(`${width}, ${agg},`, served[width].get(agg) ?? [], toBucketRows(facts[width], agg)),
      ),
    ),
    ...auditServedFees(served, facts, settings, truth),
    ...auditFeeSums(served),
    ...auditServedIntervals(served, facts, truth),
    ...auditServedMoments(served, facts, truth),
    ...auditServedRealised(served, facts, truth),
    ...auditServedSummaries(served, facts, truth),
    ...auditServedCoverage(served, facts, settings, truth),
    ...auditServedTotals(served, facts, settings, truth),
  ];
}

/** Row by row: the first that differs tells most. */
function compareLists(what: string, served: readonly ServedRow[], stored: readonly ServedRow[]): string[] {
  const place = stored.findIndex((row, index) => differencesOf(row, served[index] ?? {}).length > 0);
  if (place < 0 && served.length === stored.length) return [];
  const row = stored[place];
  const count = `${served.length} rows are served, and ${stored.length} stored`;
  if (row === undefined) return [`${what} ${count}`];
  const name = `${String(row['reserve'])} at ${String(row['timestamp'])}`;
  return [`${what} row ${place}, ${name}: ${differencesOf(row, served[place] ?? {}).join('; ')} (${count})`];
}

function differencesOf(expected: ServedRow, row: ServedRow): string[] {
  return Object.entries(expected).flatMap(([name, value]) => differenceOf(name, row[name], value) ?? []);
}

function toRawRow(row: StoredRow): ServedRow {
  return {
    timestamp: secondsOf(row['observed_at']),
    reserve: row['reserve'],
    slot: Number(row['slot']),
    last_update_slot: Number(row['last_update_slot']),
    ...Object.fromEntries(STATE_NUMBERS.map((name) => [`${name}_f`, row[`${name}_f`]])),
    accrued_available_amount_raw: row['accrued_available_amount_raw'],
    accrued_borrowed_amount_raw: row['accrued_borrowed_amount_raw'],
    accrued_total_supply_raw: row['accrued_total_supply_raw'],
    accrued_cumulative_borrow_rate_raw: row['accrued_cumulative_borrow_rate_raw'],
    collateral_supply_raw: row['collateral_supply_raw'],
  };
}

function toBucketRows(rows: readonly StoredRow[], agg: string): ServedRow[] {
  return rows.toSorted(byReserveAndStart).map((row) => ({
    timestamp: secondsOf(row['bucket_start']),
    reserve: row['reserve'],
    slot: row['close_slot'] === null ? null : Number(row['close_slot']),
    ...Object.fromEntries(STATE_NUMBERS.map((name) => [`${name}_f`, row[`${name}_${agg}_f`]])),
    borrow_apy_realised_f: row['borrow_apy_realised_f'],
    supply_apy_realised_f: row['supply_apy_realised_f'],
    observations: row['observations'],
    snapshots: row['snapshots'],
    coverage_f: row['elapsed_seconds'] === 0 ? null : Number(row['observed_seconds']) / Number(row['elapsed_seconds']),
    quality_str: row['quality_str'],
    gap_reason_str: row['gap_reason_str'],
    edge_proof_str: row['close_proof_str'],
    final_b: row['final_b'],
    accrued_available_amount_raw: row['close_available_amount_raw'],
    accrued_borrowed_amount_raw: row['close_borrowed_amount_raw'],
    accrued_total_supply_raw: row['close_total_supply_raw'],
    accrued_cumulative_borrow_rate_raw: row['close_cumulative_borrow_rate_raw'],
    collateral_supply_raw: row['close_collateral_supply_raw'],
  }));
}

function byReserveAndSlot(a: StoredRow, b: StoredRow): number {
  return compare(a['reserve'], b['reserve']) || Number(a['slot']) - Number(b['slot']);
}

function byReserveAndStart(a: StoredRow, b: StoredRow): number {
  return compare(a['reserve'], b['reserve']) || secondsOf(a['bucket_start']) - secondsOf(b['bucket_start']);
}

/** By bytes. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return String(a) < String(b) ? -1 : 1;
}
