import { fileURLToPath } from 'node:url';
import { propertyOf } from '@tidemark/core';
import type { Sql } from 'postgres';
import {
  BIGINT_TABLES,
  BUCKET_VIEWS,
  JSON_TYPES,
  NUMBERS_OF_BUCKETS,
  PROPERTIES,
  TEXT_TYPES,
  VIEWS_KNOW,
} from '../src/tables/column-names.ts';

export const TABLES_FILE = fileURLToPath(new URL('../src/generated/tables.ts', import.meta.url));

interface Column {
  readonly table: string;
  readonly name: string;
  /** As Postgres writes it, of a domain the type below. */
  readonly type: string;
  readonly notNull: boolean;
  /** Words that a check lists, `'first', 'changed'`; null where none does. */
  readonly words: string | null;
}

/** drizzle's tables of the schema `lend`, a line a column, as the text of a file. */
export async function renderTables(sql: Sql): Promise<string> {
  const tables = new Map<string, Column[]>();
  for (const column of await listColumns(sql)) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  const texts = [...tables].map(
    ([table, columns]) =>
      `export const ${propertyOf(table)} = lend.table('${table}', {\n${columns.map((column) => `  ${render(column, tables)},\n`).join('')}});\n`,
  );
  const types = [...new Set([...Object.values(TEXT_TYPES), ...Object.values(JSON_TYPES)])];
  return [
    '// Written by `npm run generate` from packages/schema/sql. Do not edit.',
    `import { bigint, boolean, date, doublePrecision, integer, numeric, smallint, text, uuid } from 'drizzle-orm/pg-core';`,
    `import { bytea, instant, jsonList, jsonObject, jsonScalar, lend, transactionId, whole } from '../tables/column-types.ts';`,
    `import type { ${types
      .filter((type) => /^[A-Z]\w+$/.test(type))
      .toSorted()
      .join(', ')} } from '../tables/column-values.ts';\n`,
    ...texts,
  ].join('\n');
}

function listColumns(sql: Sql): Promise<Column[]> {
  return sql<Column[]>`
    SELECT c.relname AS table, a.attname AS name, a.attnotnull AS "notNull",
      CASE t.typtype WHEN 'd' THEN format_type(t.typbasetype, t.typtypmod) ELSE format_type(a.atttypid, a.atttypmod) END AS type,
      (SELECT max(substring(pg_get_constraintdef(o.oid) FROM 'ANY [(]{1,2}ARRAY[[]([^]]*)[]]')) FROM pg_constraint AS o
        WHERE o.conrelid = c.oid AND o.contype = 'c' AND o.conkey = ARRAY[a.attnum]) AS words
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type AS t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'lend'::regnamespace AND NOT c.relispartition AND c.relname <> 'schema_migrations'
      AND (c.relkind IN ('r', 'p') OR c.relname = ANY(${Object.keys(BUCKET_VIEWS)}))
    ORDER BY c.relname COLLATE "C", a.attnum`;
}

function render(column: Column, tables: ReadonlyMap<string, readonly Column[]>): string {
  const { table, name } = column;
  const key =
    PROPERTIES[`${table}.${name}`] ??
    (table.startsWith('reserve_') ? keyOfBucket(name) : undefined) ??
    PROPERTIES[name] ??
    propertyOf(name);
  // Of a view Postgres does not say what is never null: it is what the table below has so, and what the view makes of the rest.
  const stored = BUCKET_VIEWS[table];
  const isKnown =
    stored === undefined
      ? column.notNull
      : VIEWS_KNOW.includes(name) ||
        (tables.get(stored)?.some((known) => known.name === name && known.notNull) ?? false);
  return `${key}: ${builderOf(column)}${isKnown ? '.notNull()' : ''}`;
}

/** Numbers over a bucket have properties that are called as their columns are. */
function keyOfBucket(name: string): string | undefined {
  return NUMBERS_OF_BUCKETS.test(name) ? name : undefined;
}

const BUILDERS: Readonly<Record<string, (name: string) => string>> = {
  bigint: (name) => `bigint('${name}', { mode: 'bigint' })`,
  boolean: (name) => `boolean('${name}')`,
  bytea: (name) => `bytea('${name}')`,
  date: (name) => `date('${name}', { mode: 'string' })`,
  'double precision': (name) => `doublePrecision('${name}')`,
  integer: (name) => `integer('${name}')`,
  'integer[]': (name) => `integer('${name}').array()`,
  smallint: (name) => `smallint('${name}')`,
  'text[]': (name) => `text('${name}').array()`,
  'timestamp with time zone': (name) => `instant('${name}')`,
  uuid: (name) => `uuid('${name}')`,
  xid8: (name) => `transactionId('${name}')`,
};

function builderOf({ table, name, type, words }: Column): string {
  const precision = /^numeric\((\d+),0\)$/.exec(type)?.[1];
  if (precision !== undefined) return `whole('${name}', ${precision})`;
  if (type === 'numeric')
    return BIGINT_TABLES.includes(table) ? `numeric('${name}', { mode: 'bigint' })` : `numeric('${name}')`;
  if (type === 'jsonb') {
    const value = JSON_TYPES[`${table}.${name}`] ?? JSON_TYPES[name];
    if (value === undefined) return `jsonObject('${name}')`;
    return /^json[A-Z]/.test(value) ? `${value}('${name}')` : `jsonObject('${name}').$type<${value}>()`;
  }
  if (type === 'text') {
    const value = TEXT_TYPES[`${table}.${name}`] ?? TEXT_TYPES[name] ?? unionOf(words);
    return value === undefined ? `text('${name}')` : `text('${name}').$type<${value}>()`;
  }
  const builder = BUILDERS[type];
  if (builder === undefined)
    throw new Error(`lend.${table}.${name} has the type ${type}, which no builder is known for`);
  return builder(name);
}

/** `'first'::text, 'changed'::text` as a type. */
function unionOf(words: string | null): string | undefined {
  return words
    ?.split(', ')
    .map((word) => word.replace(/::text$/, ''))
    .join(' | ');
}
