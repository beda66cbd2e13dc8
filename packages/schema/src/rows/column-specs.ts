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

/** Columns of a drizzle table but for those that a query fills, and for `changeId`, which a trigger fills wherever it is. */
export function listColumnSpecs(table: PgTable, omit: readonly string[]): ColumnSpec[] {
  return Object.entries(getTableColumns(table))
    .filter(([key]) => key !== 'changeId' && !omit.includes(key))
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

/** `h.slot AS "slot", …`: the columns under the names of the properties. */
export function selectList(specs: readonly ColumnSpec[], prefix: string): string {
  return specs.map((spec) => `${prefix}${spec.name} AS "${spec.key}"`).join(', ');
}

/** Properties that the driver gives as text although the rows of the table have a bigint there. */
export function listNumericKeys(specs: readonly ColumnSpec[]): string[] {
  return specs.filter((spec) => spec.sqlType.startsWith('numeric')).map((spec) => spec.key);
}

/**
 * Makes what `selectList` selected the rows that drizzle infers for the table: in place, because there are many, and `numeric`
 * is the one type that the driver gives in another form.
 */
export function parseNumerics<Row extends object>(keys: readonly string[], rows: readonly Row[]): readonly Row[] {
  for (const row of rows) {
    for (const key of keys) {
      const value: unknown = Reflect.get(row, key);
      if (typeof value === 'string') Reflect.set(row, key, BigInt(value));
    }
  }
  return rows;
}
