import type { ColumnSpec } from './column-specs.ts';

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
