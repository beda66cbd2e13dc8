import { describeDefinition, publicFunctions, publicViews } from '@tidemark/model/fields';
import type { Queryable, Sql } from '../create-database.ts';
import { renderUnits, renderViews } from './render-views.ts';

/** Makes `lend.unit_of`, which the views of `lend_v1` need, what the protocols say. In a transaction. */
export async function applyUnits(tx: Queryable): Promise<void> {
  const make = (name: string) => `
    CREATE OR REPLACE FUNCTION ${name}(protocol text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ${renderUnits()}`;
  await tx.unsafe(make('lend.units_wanted'));
  const [found] = await tx<{ same: boolean | null }[]>`
    SELECT pg_get_function_sqlbody('lend.units_wanted'::regproc)
      = pg_get_function_sqlbody(to_regproc('lend.unit_of')) AS same`;
  await tx`DROP FUNCTION lend.units_wanted`;
  if (found?.same !== true) await tx.unsafe(make('lend.unit_of'));
}

/**
 * Makes the views of `lend_v1` what the table of fields says, one after the other, since some are made of others. In a transaction. Postgres keeps
 * the promise of the views: `CREATE OR REPLACE` adds columns at the end and refuses everything else.
 */
export async function applyViews(tx: Queryable): Promise<void> {
  for (const [view, select] of renderViews()) {
    if (!(await isSame(tx, view, select))) await tx.unsafe(`CREATE OR REPLACE VIEW lend_v1.${view} AS\n${select}`);
  }
}

/** Compared as Postgres writes them. */
async function isSame(tx: Queryable, view: string, select: string): Promise<boolean> {
  await tx.unsafe(`CREATE VIEW lend.view_wanted AS\n${select}`);
  const [found] = await tx<{ same: boolean | null }[]>`
    SELECT pg_get_viewdef('lend.view_wanted'::regclass) = pg_get_viewdef(to_regclass(${`lend_v1.${view}`})) AS same`;
  await tx`DROP VIEW lend.view_wanted`;
  return found?.same === true;
}

interface Comment {
  /** What it is of, as `COMMENT ON` names it. */
  readonly target: string;
  readonly comment: string;
}

/** Writes what the data dictionary says of the public views, their columns and the functions, where the stored comments differ. */
export async function applyViewComments(sql: Sql): Promise<void> {
  const stored = new Map((await listStored(sql)).map(({ target, comment }) => [target, comment]));
  const statements = listWanted()
    .filter(({ target, comment }) => stored.get(target) !== comment)
    .map(({ target, comment }) => `COMMENT ON ${target} IS '${comment.replaceAll("'", "''")}'`);
  if (statements.length > 0) await sql.begin((tx) => tx.unsafe(statements.join(';\n')).simple());
}

function listWanted(): Comment[] {
  const functions = Object.entries(publicFunctions).map(([signature, comment]) => ({
    target: `FUNCTION lend_v1.${signature}`,
    comment,
  }));
  const views = Object.entries(publicViews).flatMap(([view, { description, columns }]) => [
    { target: `VIEW lend_v1.${view}`, comment: description },
    ...Object.entries(columns).map(([column, field]) => ({
      target: `COLUMN lend_v1.${view}.${column}`,
      comment: describeDefinition(field),
    })),
  ]);
  return [...views, ...functions];
}

function listStored(sql: Sql): Promise<Comment[]> {
  return sql<Comment[]>`
    SELECT CASE WHEN a.attname IS NULL THEN 'VIEW lend_v1.' || c.relname
        ELSE 'COLUMN lend_v1.' || c.relname || '.' || a.attname END AS target, d.description AS comment
    FROM pg_description AS d
    JOIN pg_class AS c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
    LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE c.relnamespace = 'lend_v1'::regnamespace
    UNION ALL
    SELECT 'FUNCTION lend_v1.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', d.description
    FROM pg_description AS d JOIN pg_proc AS p ON p.oid = d.objoid AND d.classoid = 'pg_proc'::regclass
    WHERE p.pronamespace = 'lend_v1'::regnamespace`;
}
