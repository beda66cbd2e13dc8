import type { Queryable } from '../create-database.ts';
import { INDEX_COLUMNS, rowAfterBegin, rowBeforeBegin } from '../history/rows-around-begin.ts';

/** A window of a reserve that ends with one of its rows. */
export interface WindowOfReserve {
  readonly reserve: string;
  readonly endsAt: Date;
  readonly windowSeconds: number;
}

/** Where the indices of a reserve stood in a stored row next to the begin of a window. */
export interface IndexPointRow {
  readonly reserve: string;
  readonly windowSeconds: number;
  readonly observedAt: Date;
  readonly accruedBorrowIndex: bigint;
  readonly accruedSupplied: bigint;
  readonly collateralSupplyRaw: bigint;
  readonly accountSha256: Uint8Array;
}

type Integers = 'accruedBorrowIndex' | 'accruedSupplied' | 'collateralSupplyRaw';
type DriverRow = Omit<IndexPointRow, Integers> & Readonly<Record<Integers, string>>;

const WINDOW = { reserve: 'w.reserve', end: 'w.end_at', seconds: 'w.seconds' };
const COLUMNS = `s.${INDEX_COLUMNS.debt} AS "accruedBorrowIndex", s.${INDEX_COLUMNS.supplied} AS "accruedSupplied",
  s.${INDEX_COLUMNS.receipts} AS "collateralSupplyRaw", s.${INDEX_COLUMNS.account} AS "accountSha256"`;

/**
 * The stored rows around the begin of each window: the newest at or before it, no more than half a window older, and the first one after
 * it, up to the end. Either may be missing. In no order.
 */
export async function listIndexPoints(sql: Queryable, windows: readonly WindowOfReserve[]): Promise<IndexPointRow[]> {
  const rows = await sql<DriverRow[]>`
    SELECT w.reserve, w.seconds AS "windowSeconds", s.observed_at AS "observedAt", ${sql.unsafe(COLUMNS)}
    FROM unnest(${windows.map(({ reserve }) => reserve)}::text[], ${windows.map(({ endsAt }) => endsAt.toISOString())}::text[]::timestamptz[],
      ${windows.map(({ windowSeconds }) => windowSeconds)}::int[]) AS w(reserve, end_at, seconds)
    CROSS JOIN LATERAL (${sql.unsafe(`${rowBeforeBegin(WINDOW)} UNION ALL ${rowAfterBegin(WINDOW)}`)}) AS s`;
  return rows.map((row) => ({
    ...row,
    accruedBorrowIndex: BigInt(row.accruedBorrowIndex),
    accruedSupplied: BigInt(row.accruedSupplied),
    collateralSupplyRaw: BigInt(row.collateralSupplyRaw),
  }));
}
