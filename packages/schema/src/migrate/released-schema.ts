import { renderUnits, renderViews } from '../views/render-views.ts';
import { readSchemaFiles } from './schema-files.ts';

/**
 * The whole schema of a folder as one text of SQL, but for roles and comments: what `migrations/0000_schema.sql` is to hold once a version is
 * released. A database that it makes is one of that version.
 */
export async function renderReleasedSchema(dir?: string): Promise<string> {
  const { tables, repeatable } = await readSchemaFiles(dir);
  const views = [...renderViews()].map(([view, select]) => `CREATE VIEW lend_v1.${view} AS\n${select};\n`);
  const units = `CREATE FUNCTION lend.unit_of(protocol text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE\nRETURN ${renderUnits()};\n`;
  return [...tables.map(({ sql }) => sql), units, ...repeatable.map(({ sql }) => sql), ...views].join('\n');
}
