import type { Sql } from 'postgres';

interface Relation {
  readonly oid: number;
  /** With its schema. */
  readonly name: string;
  readonly kind: 'r' | 'p' | 'v';
  readonly options: string | null;
  readonly partitionKey: string | null;
  /** `… FOR VALUES …` of a partition and the table that it belongs to. */
  readonly bound: string | null;
  readonly parent: string | null;
  readonly columns: string[];
  readonly constraints: string[];
  /** Those that hold for new rows only, which no `CREATE TABLE` can say. */
  readonly unvalidated: string[];
  readonly indexes: string[];
  readonly triggers: string[];
  readonly view: string | null;
}

interface Routine {
  readonly oid: number;
  readonly definition: string;
  readonly isPublic: boolean;
  readonly signature: string;
}

/**
 * The schemas `lend` and `lend_v1` as SQL that makes them in an empty database, read from the catalogs: two databases are alike if
 * these texts are. Left out are the ledger, which the migrator makes, and what is written anew after every migration: comments
 * and privileges, see `describeRest`.
 */
export async function describeSchema(sql: Sql): Promise<string> {
  const [relations, routines] = await Promise.all([listRelations(sql), listRoutines(sql)]);
  const tables = inOrder(
    relations.filter(({ kind }) => kind !== 'v'),
    await dependencies(sql, 'table'),
  );
  const views = inOrder(
    relations.filter(({ kind }) => kind === 'v'),
    await dependencies(sql, 'view'),
  );
  return [
    ...(await Promise.all(tables.map(async (table) => tableText(table, await rowsOf(sql, table))))),
    'CREATE SCHEMA lend_v1;',
    ...routines.map(routineText),
    ...tables.filter(({ triggers }) => triggers.length > 0).map(({ triggers }) => statements(triggers)),
    ...views.map(viewText),
  ].join('\n\n');
}

function tableText(table: Relation, rows: readonly string[]): string {
  const { name, options, parent, partitionKey, bound, columns, constraints, unvalidated, indexes } = table;
  const partitions = partitionKey === null ? '' : ` PARTITION BY ${partitionKey}`;
  const body =
    parent === null
      ? ` (\n  ${[...columns, ...constraints].join(',\n  ')}\n)${partitions}`
      : ` PARTITION OF ${parent} ${bound ?? ''}`;
  const text = [
    `CREATE TABLE ${name}${body}${options === null ? '' : ` WITH (${options})`};`,
    ...unvalidated.map((constraint) => `ALTER TABLE ${name} ADD ${constraint};`),
    ...indexes.map((index) => `${index.replace(' USING btree', '')};`),
  ].join('\n');
  // As one writes them by hand.
  const plain = text
    .replaceAll(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'IN ($1)')
    .replaceAll(/('(?:[^']|'')*')::text(?!\[)/g, '$1')
    .replaceAll('timestamp with time zone', 'timestamptz');
  return [plain, ...rows].join('\n');
}

const viewText = ({ name, options, view }: Relation): string =>
  `CREATE VIEW ${name}${options === null ? '' : ` WITH (${options})`} AS\n${view ?? ''}`;

const routineText = ({ definition, isPublic, signature }: Routine): string =>
  `${definition.trimEnd()};${isPublic ? '' : `\nREVOKE ALL ON FUNCTION ${signature} FROM PUBLIC;`}`;

const statements = (texts: readonly string[]): string => texts.map((text) => `${text};`).join('\n');

/** In the order in which they were made, but each after those that it needs. */
function inOrder(items: readonly Relation[], needs: ReadonlyMap<number, readonly number[]>): Relation[] {
  const oldest = items.toSorted((a, b) => a.oid - b.oid);
  const done = new Set<Relation>();
  const visit = (item: Relation): void => {
    if (done.has(item)) return;
    for (const other of oldest) {
      if (other !== item && needs.get(item.oid)?.includes(other.oid) === true) visit(other);
    }
    done.add(item);
  };
  for (const item of oldest) visit(item);
  return [...done];
}

async function dependencies(sql: Sql, kind: 'table' | 'view'): Promise<Map<number, number[]>> {
  const rows =
    kind === 'table'
      ? await sql<{ oid: number; needs: number[] }[]>`
          SELECT oid, array_agg(other) AS needs FROM (
            SELECT conrelid::int AS oid, confrelid::int AS other FROM pg_constraint WHERE contype = 'f'
            UNION SELECT inhrelid::int, inhparent::int FROM pg_inherits) AS d GROUP BY oid`
      : await sql<{ oid: number; needs: number[] }[]>`
          SELECT r.ev_class::int AS oid, array_agg(DISTINCT d.refobjid::int) AS needs
          FROM pg_depend AS d JOIN pg_rewrite AS r ON r.oid = d.objid
          WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass GROUP BY 1`;
  return new Map(rows.map(({ oid, needs }) => [oid, needs]));
}

/** What migrations have put into a table, in an empty database: rows of defaults only. */
async function rowsOf(sql: Sql, { name, kind }: Relation): Promise<string[]> {
  if (kind === 'p') return [];
  const rows = await sql.unsafe<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${name}`);
  return Array.from({ length: rows[0]?.count ?? 0 }, () => `INSERT INTO ${name} DEFAULT VALUES;`);
}

function listRelations(sql: Sql): Promise<Relation[]> {
  return sql<Relation[]>`
    -- Constraints that stand with the column, under the name that Postgres gives them.
    WITH of_columns AS (
      SELECT o.oid, o.contype, o.conrelid, a.attnum FROM pg_constraint AS o
      JOIN pg_class AS r ON r.oid = o.conrelid JOIN pg_attribute AS a ON a.attrelid = r.oid AND ARRAY[a.attnum] = o.conkey
      WHERE o.convalidated AND (o.contype, o.conname) IN (
        ('p', r.relname || '_pkey'), ('c', r.relname || '_' || a.attname || '_check'))
    )
    SELECT c.oid::int AS oid, c.oid::regclass::text AS name, c.relkind AS kind,
      array_to_string(c.reloptions, ', ') AS options,
      pg_get_partkeydef(c.oid) AS "partitionKey", pg_get_expr(c.relpartbound, c.oid) AS bound,
      (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid) AS parent,
      ARRAY(
        SELECT concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || (SELECT quote_ident(collname) FROM pg_collation WHERE oid = a.attcollation) END,
          CASE a.attidentity WHEN 'a' THEN 'GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN 'GENERATED BY DEFAULT AS IDENTITY' END,
          CASE WHEN a.attnotnull AND a.attidentity = '' AND k.contype IS NULL THEN 'NOT NULL' END,
          CASE WHEN a.attgenerated = 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ') STORED'
            WHEN d.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true) END,
          CASE WHEN k.contype IS NOT NULL THEN 'PRIMARY KEY' END,
          (SELECT pg_get_constraintdef(oid, true) FROM of_columns WHERE conrelid = c.oid AND contype = 'c' AND attnum = a.attnum))
        FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
        LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        LEFT JOIN of_columns AS k ON k.conrelid = c.oid AND k.attnum = a.attnum AND k.contype = 'p'
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
      ARRAY(
        SELECT format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid, true)) FROM pg_constraint
        WHERE conrelid = c.oid AND contype IN ('p', 'u', 'f', 'c', 'x') AND conislocal AND conparentid = 0 AND convalidated
          AND oid NOT IN (SELECT oid FROM of_columns)
        ORDER BY array_position('{p,u,f,c,x}'::"char"[], contype), conname COLLATE "C") AS constraints,
      ARRAY(
        SELECT format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid, true)) FROM pg_constraint
        WHERE conrelid = c.oid AND NOT convalidated ORDER BY conname COLLATE "C") AS unvalidated,
      ARRAY(
        SELECT pg_get_indexdef(i.indexrelid) FROM pg_index AS i
        WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = i.indexrelid)
          AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))
        ORDER BY i.indexrelid::regclass::text COLLATE "C") AS indexes,
      ARRAY(
        SELECT pg_get_triggerdef(oid, true) FROM pg_trigger
        WHERE tgrelid = c.oid AND NOT tgisinternal AND tgparentid = 0 ORDER BY tgname COLLATE "C") AS triggers,
      CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid, 120) END AS view
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('lend', 'lend_v1') AND c.relkind IN ('r', 'p', 'v') AND c.relname <> 'schema_migrations'`;
}

function listRoutines(sql: Sql): Promise<Routine[]> {
  return sql<Routine[]>`
    SELECT p.oid::int AS oid, pg_get_functiondef(p.oid) AS definition, p.oid::regprocedure::text AS signature,
      has_function_privilege('public', p.oid, 'EXECUTE') AS "isPublic"
    FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('lend', 'lend_v1') ORDER BY p.oid::regprocedure::text COLLATE "C"`;
}

/** Comments and privileges, a line each. */
export async function describeRest(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    WITH named AS (
      SELECT c.oid, c.relacl AS acl, 'pg_class'::regclass AS catalog, c.oid::regclass::text AS name FROM pg_class AS c
      WHERE c.relnamespace::regnamespace::text IN ('lend', 'lend_v1')
      UNION ALL
      SELECT p.oid, p.proacl, 'pg_proc'::regclass, p.oid::regprocedure::text FROM pg_proc AS p
      WHERE p.pronamespace::regnamespace::text IN ('lend', 'lend_v1')
    )
    SELECT concat_ws(' ', name, (SELECT array_agg(e::text ORDER BY e::text) FROM unnest(acl) AS e),
      (SELECT array_agg(objsubid || description ORDER BY objsubid) FROM pg_description WHERE objoid = named.oid AND classoid = catalog)) AS line
    FROM named`;
  return rows.map(({ line }) => line).toSorted();
}
