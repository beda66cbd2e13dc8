import { describeDefinition, publicViews } from '@tidemark/model/fields';
import type { Sql } from '../create-database.ts';

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
