import type { Sql } from 'postgres';
import { maskOfColumn } from './masks.ts';
import type { World } from './world.ts';

/** What a view or a function gives: names of columns, and rows as lines of cells with tabs between, sorted. */
export interface Table {
  readonly columns: readonly string[];
  readonly lines: readonly string[];
}

/** How values become text: times as UTC with all their digits, doubles with as many digits as tell each from every other one. */
const TEXT_FORM = `SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 3`;
const NUMERIC_OID = 1_700;
/** What stands for a value that is null. */
export const NULL = '\\N';

/** Every view of `lend_v1`, by its name. */
export async function dumpViews(sql: Sql): Promise<Map<string, Table>> {
  await sql.unsafe(TEXT_FORM);
  const views = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'lend_v1'::regnamespace AND relkind IN ('v', 'm', 'r', 'p')
    ORDER BY relname COLLATE "C"`;
  const tables = new Map<string, Table>();
  for (const { name } of views) tables.set(name, await dump(sql, name, `SELECT * FROM lend_v1.${name}`));
  return tables;
}

/** Every function of `lend_v1` that takes arguments, by its name, called with some out of the world; they are the first cells of a row. */
export async function dumpFunctions(sql: Sql, world: World): Promise<Map<string, Table>> {
  await sql.unsafe(TEXT_FORM);
  const functions = await sql<{ name: string }[]>`
    SELECT DISTINCT proname AS name FROM pg_proc WHERE pronamespace = 'lend_v1'::regnamespace AND pronargs > 0 ORDER BY proname`;
  const tables = new Map<string, Table>();
  for (const { name } of functions) {
    const query = callsOf(world)[name];
    if (query === undefined) throw new Error(`no arguments for lend_v1.${name}: add them`);
    tables.set(name, await dump(sql, name, query));
  }
  return tables;
}

/** Calls of each function, for several arguments. */
function callsOf({ reserves, moments, first, now }: World): Readonly<Record<string, string>> {
  const list = (items: readonly (number | string)[]) =>
    items.map((item) => (typeof item === 'string' ? `'${item}'` : item)).join(', ');
  const reserve = `unnest(ARRAY[${list([...reserves.map((each) => each.reserve), 'nobody'])}]) AS of_reserve`;
  const times = [first - 1, first, ...moments, ...moments.map((moment) => moment + 7), now + 3_600];
  const at = (name: string, from = times) =>
    `(SELECT to_timestamp(unnest(ARRAY[${list(from)}]::float8[])) AS ${name}) AS ${name}s`;
  const few = times.filter((_, place) => place % 6 === 1);
  const apr = `unnest(ARRAY[0, 1e-12, 0.01, 0.05, 1.5, -0.5, 1e300, 'NaN', NULL]::float8[]) AS of_apr`;
  const periods = `unnest(ARRAY[1, 365, 31536000, 63072000]::float8[]) AS of_periods`;
  const growth = `(VALUES (1, 1), (1, 1.0000001), (1152921504606846976, 1152921604606846977), (3, 2), (0, 1), (NULL, 1)) AS g (before, after)`;
  const seconds = `unnest(ARRAY[0, 1, 3600, 86400]::float8[]) AS of_seconds`;
  return {
    apr_to_apy: `SELECT *, lend_v1.apr_to_apy(of_apr, of_periods) FROM ${apr}, ${periods}`,
    growth_to_apy: `SELECT *, lend_v1.growth_to_apy(before, after, of_seconds) FROM ${growth}, ${seconds}`,
    last_observed_at: `SELECT *, lend_v1.last_observed_at(of_reserve, of_time) FROM ${reserve}, ${at('of_time')}`,
    next_observed_at: `SELECT *, lend_v1.next_observed_at(of_reserve, of_time) FROM ${reserve}, ${at('of_time')}`,
    realised_apy: `SELECT * FROM ${reserve}, ${at('from_time', few)}, ${at('to_time')}, lend_v1.realised_apy(of_reserve, from_time, to_time)`,
    reserve_at: `SELECT * FROM ${reserve}, ${at('of_time')}, lend_v1.reserve_at(of_reserve, of_time)`,
  };
}

async function dump(sql: Sql, name: string, query: string): Promise<Table> {
  const { columns } = await sql.unsafe(query).describe();
  const cells = columns.map((column) => cellOf(`q."${column.name}"`, column.type, maskOfColumn(name, column.name)));
  const rows = await sql.unsafe<{ line: string }[]>(
    `SELECT array_to_string(ARRAY[${cells.join(', ')}], E'\\t', '${NULL}') AS line FROM (${query}) AS q`,
  );
  return { columns: columns.map((column) => column.name), lines: rows.map(({ line }) => line).sort() };
}

/** The value as text without tabs and ends of lines, as COPY writes it. Decimals are told by value: 1.50 is 1.5. */
function cellOf(value: string, type: number, mask: string | null): string {
  if (mask !== null) return `CASE WHEN ${value} IS NOT NULL THEN '<${mask}>' END`;
  if (type === NUMERIC_OID) return `trim_scale(${value})::text`;
  return String.raw`replace(replace(replace(${value}::text, '\', '\\'), E'\t', '\t'), E'\n', '\n')`;
}
