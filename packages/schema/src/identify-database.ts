import type { Queryable } from './create-database.ts';

/**
 * A name of this database that no other has, of this server or another: digits and a dash. It is made of what the server was given when it was
 * created and of the number of the database in it, so a replica that takes over keeps it, and a dump that is restored elsewhere gets
 * another. A copy of all files of a server has the name of the server that it was copied from.
 */
export async function identifyDatabase(sql: Queryable): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`
    SELECT s.system_identifier || '-' || d.oid AS identity
    FROM pg_control_system() AS s CROSS JOIN pg_database AS d WHERE d.datname = current_database()`;
  if (row === undefined) throw new Error('the database is not in the list of its server');
  return row.identity;
}
