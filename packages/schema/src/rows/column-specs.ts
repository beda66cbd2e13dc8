import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How one property of a row object is stored. */
export interface ColumnSpec {
  /** Property of the row object. */
  readonly key: string;
  /** Column in Postgres. */
  readonly name: string;
  readonly sqlType: string;
  readonly nullable: boolean;
}

/** Columns of a drizzle table but for those that the database or a query fills. */
export function listColumnSpecs(table: PgTable, omit: readonly string[]): ColumnSpec[] {
  return Object.entries(getTableColumns(table))
    .filter(([key]) => !omit.includes(key))
    .map(([key, column]) => ({ key, name: column.name, sqlType: column.getSQLType(), nullable: !column.notNull }));
}

/** `a, b, c` for a column list. */
export function columnList(specs: readonly ColumnSpec[], prefix = ''): string {
  return specs.map((spec) => `${prefix}${spec.name}`).join(', ');
}

/** `a bigint, b text` for `json_to_recordset`. */
export function recordsetColumns(specs: readonly ColumnSpec[]): string {
  return specs.map((spec) => `${spec.name} ${spec.sqlType}`).join(', ');
}
