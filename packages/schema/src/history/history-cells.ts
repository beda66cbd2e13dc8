import { toDecimal } from '@tidemark/core';
import { BUCKET_NUMBERS } from '../generated/state-numbers.ts';
import { type BucketAggregate, reserveHourly, reserveSnapshots } from '../tables/index.ts';
import { supplyApyTotal } from '../views/view-sources.ts';

/** Expressions by the published names of what they give, written as answers have it but for booleans, which are `t` and `f`. */
export type HistoryCells = Readonly<Record<string, string>>;

/**
 * An exact integer of parts as what it stands for. A product of numerics is exact, as a quotient is not: 1/scale is a decimal that
 * ends. The cast to a double goes over that decimal, so that it gives the nearest one, as `exactToDouble` does.
 */
const whole = (parts: string, scale: bigint): string => `${parts} * ${toDecimal(1n, scale)}`;
const exactly = (parts: string, scale: bigint): string => `trim_scale(${whole(parts, scale)})`;
/** Of a power of two the nearest double is that of the parts, divided by it without rounding: half the cost of a product of sixty more digits. */
const nearest = (parts: string, scale: bigint): string =>
  (scale & (scale - 1n)) === 0n
    ? `(${parts})::float8 * '${1 / Number(scale)}'::float8`
    : `(${whole(parts, scale)})::float8`;
const secondsOf = (moment: string): string => `floor(date_part('epoch', ${moment}))::bigint`;

/** Of a table of buckets under the name `b`, whose columns are alike. `unit` is one base unit in whole tokens, exact. */
export function bucketCells(aggregate: BucketAggregate, scale: bigint, unit: string): HistoryCells {
  return {
    timestamp: secondsOf('b.bucket_start'),
    slot: 'b.close_slot',
    closed_at: secondsOf('b.close_at'),
    ...Object.fromEntries(BUCKET_NUMBERS.map((number) => [`${number}_f`, `b.${number}_${aggregate}_f`])),
    // The extremes of a sum are not those of its parts.
    supply_apy_total_f: /^m(?:in|ax)$/.test(aggregate) ? 'NULL::float8' : supplyApyTotal('b', `${aggregate}_f`),
    borrow_apy_realised_f: 'b.borrow_apy_realised_f',
    supply_apy_realised_f: 'b.supply_apy_realised_f',
    interest_f: nearest(`b.${reserveHourly.interest.name} * ${unit}`, scale),
    interest_usd_f: nearest(`b.${reserveHourly.interestUsd.name}`, scale),
    interest_priced_share_f: 'b.priced_seconds::float8 / nullif(b.elapsed_seconds, 0)::float8',
    observations: 'b.observations',
    snapshots: 'b.snapshots',
    // Both are integers that a double holds: one division of IEEE 754, as in any language.
    coverage_f: 'b.observed_seconds::float8 / nullif(b.elapsed_seconds, 0)::float8',
    quality_str: 'b.quality',
    gap_reason_str: 'b.gap_reason',
    evidence_age_seconds: `${secondsOf('b.close_at')} - ${secondsOf('b.close_observed_at')}`,
    edge_proof_str: 'b.close_proof',
    final_b: 'b.final',
    accrued_available_amount_raw: 'b.close_available_amount_raw',
    ...exactCells('b', scale),
    collateral_supply_raw: 'b.close_collateral_supply_raw',
  };
}

/** Published exact numbers end in `_raw`, whatever their columns end in. */
function exactCells(of: 'b' | 'h', scale: bigint): HistoryCells {
  const cells = (['Borrowed', 'Supplied', 'BorrowIndex'] as const).map((name) => {
    const observation = reserveSnapshots[`accrued${name}`].name;
    const column = of === 'h' ? observation : reserveHourly[`close${name}`].name;
    return [`${observation.slice(0, observation.lastIndexOf('_'))}_raw`, exactly(`${of}.${column}`, scale)];
  });
  return Object.fromEntries(cells);
}

/** Of `reserve_snapshots AS h`. */
export function observationCells(scale: bigint): HistoryCells {
  return {
    timestamp: secondsOf('h.observed_at'),
    slot: 'h.slot',
    last_update_slot: 'h.last_update_slot',
    ...Object.fromEntries(BUCKET_NUMBERS.map((number) => [`${number}_f`, `h.${number}_f`])),
    supply_apy_total_f: supplyApyTotal('h'),
    accrued_available_amount_raw: 'h.accrued_available_amount_raw',
    ...exactCells('h', scale),
    collateral_supply_raw: 'h.collateral_supply_raw',
  };
}
