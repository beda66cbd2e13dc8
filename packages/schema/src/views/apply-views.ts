import { describeDefinition, publicViews } from '@tidemark/model/fields';
import type { Queryable, Sql } from '../create-database.ts';
import { renderUnits, renderViews } from './render-views.ts';

/** Makes `lend.unit_of`, which the views of `lend_v1` need, what the protocols say. */
export async function applyUnits(sql: Sql): Promise<void> {
  const make = (name: string) => `
    CREATE OR REPLACE FUNCTION ${name}(protocol text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ${renderUnits()}`;
  await sql.begin(async (tx) => {
    await tx.unsafe(make('lend.units_wanted'));
    const [found] = await tx<{ same: boolean | null }[]>`
      SELECT pg_get_function_sqlbody('lend.units_wanted'::regproc)
        = pg_get_function_sqlbody(to_regproc('lend.unit_of')) AS same`;
    await tx`DROP FUNCTION lend.units_wanted`;
    if (found?.same !== true) await tx.unsafe(make('lend.unit_of'));
  });
}

/**
 * Statements that make the views of `lend_v1` what the table of fields says; empty where they are. Postgres keeps the promise of
 * the views: `CREATE OR REPLACE` adds columns at the end and refuses everything else.
 */
export async function renderViewChanges(sql: Sql): Promise<string> {
  const statements: string[] = [];
  await sql.begin(async (tx) => {
    for (const [view, select] of renderViews()) {
      if (!(await isSame(tx, view, select))) statements.push(`CREATE OR REPLACE VIEW lend_v1.${view} AS\n${select}`);
    }
  });
  return statements.join(';\n');
}

/** Compared as Postgres writes them. */
async function isSame(tx: Queryable, view: string, select: string): Promise<boolean> {
  await tx.unsafe(`CREATE VIEW lend.view_wanted AS\n${select}`);
  const [found] = await tx<{ same: boolean | null }[]>`
    SELECT pg_get_viewdef('lend.view_wanted'::regclass) = pg_get_viewdef(to_regclass(${`lend_v1.${view}`})) AS same`;
  await tx`DROP VIEW lend.view_wanted`;
  return found?.same === true;
}

interface CommentRow {
  readonly view: string;
  /** Empty for the comment of the view itself. */
  readonly column: string;
  readonly comment: string;
}

/** Writes what the data dictionary says of the public views and their columns, where the stored comments differ. */
export async function applyViewComments(sql: Sql): Promise<void> {
  const stored = new Map((await listStored(sql)).map((row) => [`${row.view}.${row.column}`, row.comment]));
  const statements = listWanted()
    .filter((row) => stored.get(`${row.view}.${row.column}`) !== row.comment)
    .map(commentStatement);
  if (statements.length > 0) await sql.begin((tx) => tx.unsafe(statements.join(';\n')).simple());
}

function listWanted(): CommentRow[] {
  return Object.entries(publicViews).flatMap(([view, { description, columns }]) => [
    { view, column: '', comment: description },
    ...Object.entries(columns).map(([column, field]) => ({ view, column, comment: describeDefinition(field) })),
  ]);
}

function listStored(sql: Sql): Promise<CommentRow[]> {
  return sql<CommentRow[]>`
    SELECT c.relname AS view, coalesce(a.attname, '') AS column, d.description AS comment
    FROM pg_description AS d
    JOIN pg_class AS c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
    LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE c.relnamespace = 'lend_v1'::regnamespace`;
}

function commentStatement({ view, column, comment }: CommentRow): string {
  const target = column === '' ? `VIEW lend_v1.${view}` : `COLUMN lend_v1.${view}.${column}`;
  return `COMMENT ON ${target} IS '${comment.replaceAll("'", "''")}'`;
}
