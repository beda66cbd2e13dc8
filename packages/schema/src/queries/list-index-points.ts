import type { Queryable } from '../create-database.ts';
import { asText, firstSnapshots } from '../history/snapshot-places.ts';

/** Where the indices of a reserve stood at the start of a window. */
export interface IndexPointRow {
  readonly reserve: string;
  readonly windowSeconds: number;
  readonly observedAt: Date;
  readonly accruedBorrowIndex: bigint;
  readonly accruedSupplied: bigint;
  readonly collateralSupplyRaw: bigint;
}

type Integers = 'accruedBorrowIndex' | 'accruedSupplied' | 'collateralSupplyRaw';
type DriverRow = Omit<IndexPointRow, Integers> & Readonly<Record<Integers, string>>;

/**
 * For each reserve and window the newest snapshot at or before the window's start, as seen from the reserve's latest row,
 * and at most `maxAgeFactor` windows old. There is no row where there is no such snapshot.
 */
export async function listIndexPoints(
  sql: Queryable,
  options: { readonly protocol: string; readonly windowsSeconds: readonly number[]; readonly maxAgeFactor: number },
): Promise<IndexPointRow[]> {
  const points = firstSnapshots(asText, {
    columns:
      'h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf, h.collateral_supply_raw',
    reserve: 'l.reserve',
    where: 'h.observed_at <= u.to_at AND h.observed_at >= u.from_at',
    order: 'h.observed_at DESC, h.slot DESC',
    limit: '1',
  });
  const rows = await sql<DriverRow[]>`
    SELECT l.reserve, w.seconds AS "windowSeconds", s.observed_at AS "observedAt",
      s.accrued_cumulative_borrow_rate_bsf AS "accruedBorrowIndex",
      s.accrued_total_supply_sf AS "accruedSupplied", s.collateral_supply_raw AS "collateralSupplyRaw"
    FROM lend.reserve_latest AS l
    JOIN lend.reserves AS r ON r.address = l.reserve
    CROSS JOIN unnest(${[...options.windowsSeconds]}::int[]) AS w(seconds)
    CROSS JOIN LATERAL (
      SELECT l.observed_at - w.seconds * interval '1 second' AS to_at,
        l.observed_at - w.seconds * ${options.maxAgeFactor}::float8 * interval '1 second' AS from_at
    ) AS u
    CROSS JOIN LATERAL (
      SELECT * FROM (${sql.unsafe(points)}) AS e ORDER BY e.observed_at DESC, e.slot DESC LIMIT 1
    ) AS s
    WHERE r.protocol = ${options.protocol}`;
  return rows.map((row) => ({
    reserve: row.reserve,
    windowSeconds: row.windowSeconds,
    observedAt: row.observedAt,
    accruedBorrowIndex: BigInt(row.accruedBorrowIndex),
    accruedSupplied: BigInt(row.accruedSupplied),
    collateralSupplyRaw: BigInt(row.collateralSupplyRaw),
  }));
}
