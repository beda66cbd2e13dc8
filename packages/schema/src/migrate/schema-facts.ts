import type { Queryable } from '../create-database.ts';

/** What a database has, by its kind and name: `column lend.reserves.address` → `text COLLATE "C" NOT NULL`. */
export type SchemaFacts = ReadonlyMap<string, string>;

/** Rows of (object, fact). Partitions of months are left out: each database makes them as time goes on. */
const FACTS = String.raw`
WITH namespaces AS (
  SELECT oid, nspname, nspacl FROM pg_namespace WHERE nspname IN ('lend', 'lend_v1')
), relations AS (
  SELECT c.*, n.nspname || '.' || c.relname AS name FROM pg_class AS c JOIN namespaces AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relname !~ '_y[0-9]{4}m[0-9]{2}$'
), functions AS (
  SELECT p.*, n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name
  FROM pg_proc AS p JOIN namespaces AS n ON n.oid = p.pronamespace
), columns AS (
  SELECT a.*, r.relkind, r.name || '.' || a.attname AS name FROM pg_attribute AS a JOIN relations AS r ON r.oid = a.attrelid
  WHERE r.relkind <> 'S' AND a.attnum > 0 AND NOT a.attisdropped
)
SELECT 'schema ' || nspname AS object, '' AS fact FROM namespaces
UNION ALL
SELECT 'type ' || t.oid::regtype, concat_ws(' ', format_type(t.typbasetype, t.typtypmod),
  (SELECT string_agg(pg_get_constraintdef(oid, true), ' ' ORDER BY conname) FROM pg_constraint WHERE contypid = t.oid))
FROM pg_type AS t JOIN namespaces AS n ON n.oid = t.typnamespace WHERE t.typtype NOT IN ('b', 'c')
UNION ALL
SELECT CASE relkind WHEN 'v' THEN 'view ' WHEN 'S' THEN 'sequence ' ELSE 'table ' END || r.name, concat_ws(' ',
  CASE relkind WHEN 'v' THEN pg_get_viewdef(r.oid, 120) END, 'PARTITION BY ' || pg_get_partkeydef(r.oid),
  'PARTITION OF ' || (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = r.oid) || ' ' || pg_get_expr(relpartbound, r.oid),
  'WITH (' || array_to_string(reloptions, ', ') || ')', CASE WHEN relpersistence <> 'p' THEN relpersistence END)
FROM relations AS r
UNION ALL
SELECT 'column ' || c.name, concat_ws(' ', format_type(atttypid, atttypmod),
  CASE WHEN attcollation <> t.typcollation THEN 'COLLATE ' || (SELECT quote_ident(collname) FROM pg_collation WHERE oid = attcollation) END,
  CASE WHEN attnotnull THEN 'NOT NULL' END, CASE attidentity WHEN 'a' THEN 'IDENTITY' WHEN 'd' THEN 'IDENTITY BY DEFAULT' END,
  CASE WHEN attgenerated = '' THEN 'DEFAULT ' ELSE 'GENERATED ' END || pg_get_expr(d.adbin, d.adrelid, true))
FROM columns AS c JOIN pg_type AS t ON t.oid = atttypid
LEFT JOIN pg_attrdef AS d ON d.adrelid = attrelid AND d.adnum = attnum
UNION ALL
SELECT 'order of columns in ' || r.name, (SELECT string_agg(attname, ', ' ORDER BY attnum) FROM columns WHERE attrelid = r.oid)
FROM relations AS r WHERE relkind <> 'S'
UNION ALL
SELECT 'constraint ' || o.conname || ' of ' || r.name, pg_get_constraintdef(o.oid, true)
FROM pg_constraint AS o JOIN relations AS r ON r.oid = o.conrelid WHERE o.contype IN ('p', 'u', 'f', 'c', 'x')
UNION ALL
SELECT 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' INVALID' END
FROM pg_index AS i JOIN relations AS r ON r.oid = i.indrelid
UNION ALL
SELECT 'trigger ' || t.tgname || ' of ' || r.name, pg_get_triggerdef(t.oid, true) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' DISABLED' END
FROM pg_trigger AS t JOIN relations AS r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal AND t.tgparentid = 0
UNION ALL
SELECT 'function ' || name, CASE proname WHEN 'change_id_of' THEN regexp_replace(pg_get_functiondef(oid), '[0-9]+ \+', 'n +')
  ELSE pg_get_functiondef(oid) END
FROM functions
UNION ALL
SELECT 'comment on ' || r.name || coalesce('.' || a.attname, ''), d.description
FROM pg_description AS d JOIN relations AS r ON r.oid = d.objoid AND d.classoid = 'pg_class'::regclass
LEFT JOIN pg_attribute AS a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND d.objsubid > 0
UNION ALL
SELECT 'comment on ' || f.name, d.description
FROM pg_description AS d JOIN functions AS f ON f.oid = d.objoid AND d.classoid = 'pg_proc'::regclass
UNION ALL
SELECT 'rights to ' || name, coalesce((
    SELECT string_agg(rights, '; ' ORDER BY rights) FROM (
      SELECT CASE e.grantee WHEN 0 THEN 'PUBLIC' WHEN owner THEN 'the owner' ELSE e.grantee::regrole::text END || ': '
        || string_agg(e.privilege_type || CASE WHEN e.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END, ', ' ORDER BY e.privilege_type) AS rights
      FROM aclexplode(coalesce(acl, acldefault(kind, owner))) AS e GROUP BY e.grantee) AS g), '')
FROM (
  SELECT 'schema ' || n.nspname AS name, n.nspacl AS acl, 'n'::"char" AS kind, p.nspowner AS owner
  FROM namespaces AS n JOIN pg_namespace AS p ON p.oid = n.oid
  UNION ALL SELECT name, relacl, CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner FROM relations
  UNION ALL SELECT c.name, c.attacl, 'c'::"char", r.relowner FROM columns AS c JOIN relations AS r ON r.oid = c.attrelid WHERE c.attacl IS NOT NULL
  UNION ALL SELECT name, proacl, 'f'::"char", proowner FROM functions
) AS o`;

/**
 * All of the schemas `lend` and `lend_v1` that a version decides, read from the catalog: two databases are alike if these are. Left out are
 * partitions of months, and the number that `lend.change_id_of` adds after a restore.
 */
export async function readSchemaFacts(sql: Queryable): Promise<SchemaFacts> {
  const rows = await sql.unsafe<{ object: string; fact: string }[]>(FACTS);
  return new Map(rows.map(({ object, fact }) => [object, fact]));
}

/** What `found` lacks of what is `wanted`, has besides, or has otherwise, a line each. */
export function compareFacts(wanted: SchemaFacts, found: SchemaFacts): string[] {
  const objects = [...new Set([...wanted.keys(), ...found.keys()])];
  const lines = objects.flatMap((object) => {
    const [want, have] = [wanted.get(object), found.get(object)];
    if (want === have) return [];
    if (have === undefined) return [`missing: ${object}`];
    if (want === undefined) return [`extra: ${object}`];
    const isShort = want.length + have.length < 200;
    return [
      isShort && want !== '' && object.startsWith('column')
        ? `different: ${object}: ${have} instead of ${want}`
        : `different: ${object}`,
    ];
  });
  return lines.toSorted();
}
