import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { reserveLatest, reserves } from '../tables/index.ts';

/** Types of columns in tables that have them as domains, and what views say of such a column. */
const PLAIN_TYPES: Readonly<Record<string, string>> = { 'numeric(20, 0)': 'numeric(20)', 'double precision': 'float8' };
const WITH_DOMAINS: readonly PgTable[] = [reserves, reserveLatest];

/** A column of a table as a view has it: of no type that is private. Undefined where the table has none of this name. */
export function publicColumn(table: PgTable, alias: string, name: string): string | undefined {
  const column = Object.values(getTableColumns(table)).find((known) => known.name === name);
  if (column === undefined) return undefined;
  const type = column.getSQLType();
  if (type === 'bytea') return `encode(${alias}.${name}, 'hex')`;
  const plain = WITH_DOMAINS.includes(table) ? PLAIN_TYPES[type] : undefined;
  return plain === undefined ? `${alias}.${name}` : `${alias}.${name}::${plain}`;
}
