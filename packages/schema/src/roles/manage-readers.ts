import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { Sql } from '../create-database.ts';
import { writeLogin } from './ensure-logins.ts';
import { SchemaError } from '../schema-error.ts';

const TEAM = /^[a-z][a-z0-9_]{0,39}$/;
const PREFIX = 'tidemark_reader_';
/** Sessions of a team at a time. */
const CONNECTIONS = 5;
const DEPENDENT_OBJECTS = '2BP01';

/** The login of a team that reads the public views. */
export interface Reader {
  readonly team: string;
  readonly login: string;
  /** Sessions that are open, in any database of the server. */
  readonly sessions: number;
  /** Sessions that may be open at a time; -1: no bound. */
  readonly maxSessions: number;
  readonly mayLogIn: boolean;
}

export interface IssuedReader {
  readonly login: string;
  /** Shown here and nowhere else. */
  readonly password: string;
  /** Other databases of the server that the login may connect to, as anybody may. */
  readonly otherDatabases: readonly string[];
}

/** Makes the login of a team. Throws `INVALID_LOGIN` for a bad or a taken name. */
export async function createReader(sql: Sql, team: string): Promise<IssuedReader> {
  const login = loginOf(team);
  const password = randomBytes(24).toString('hex');
  await sql.begin(async (tx) => {
    const [taken] = await tx`SELECT FROM pg_roles WHERE rolname = ${login}`;
    if (taken !== undefined)
      throw new SchemaError('INVALID_LOGIN', `there is a login ${login} already; revoke it first`);
    await writeLogin(tx, { name: login, group: 'reader', password, connections: CONNECTIONS });
  });
  const others = await sql<{ name: string }[]>`
    SELECT datname AS name FROM pg_database
    WHERE datallowconn AND datname <> current_database() AND has_database_privilege(${login}, oid, 'CONNECT')
    ORDER BY datname COLLATE "C"`;
  return { login, password, otherDatabases: others.map(({ name }) => name) };
}

/** Logins of teams by name, the one that `READER_DB_PASSWORD` makes among them. */
export async function listReaders(sql: Sql): Promise<Reader[]> {
  const rows = await sql<Reader[]>`
    SELECT substr(r.rolname, ${PREFIX.length + 1}::int) AS team, r.rolname AS login, r.rolconnlimit AS "maxSessions",
      (SELECT count(*)::int FROM pg_stat_activity AS a WHERE a.usesysid = r.oid) AS sessions, r.rolcanlogin AS "mayLogIn"
    FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
    WHERE m.roleid = 'tidemark_reader'::regrole AND starts_with(r.rolname, ${PREFIX})
    ORDER BY r.rolname COLLATE "C"`;
  return rows.map((row) => ({ ...row }));
}

/**
 * Ends a login and its sessions. Returns false where the role itself stays, without a login, because something depends on it.
 * Throws `LOGIN_NOT_FOUND`.
 */
export async function revokeReader(sql: Sql, team: string): Promise<boolean> {
  const login = loginOf(team);
  const known = (await listReaders(sql)).some((reader) => reader.login === login);
  if (!known) throw new SchemaError('LOGIN_NOT_FOUND', `no team ${team} has a login`);
  await endSessions(sql, login);
  // In a transaction, whose wait for a lock has a limit.
  await sql.begin((tx) => tx.unsafe(`ALTER ROLE ${login} NOLOGIN`));
  await endSessions(sql, login);
  try {
    await sql.begin((tx) => tx.unsafe(`DROP ROLE ${login}`));
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === DEPENDENT_OBJECTS) return false;
    throw error;
  }
}

/** Waits five seconds at most for each to be gone. */
async function endSessions(sql: Sql, login: string): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = ${login}`;
}

function loginOf(team: string): string {
  if (TEAM.test(team)) return `${PREFIX}${team}`;
  throw new SchemaError('INVALID_LOGIN', 'a team is 1 to 40 small letters, digits and underscores, a letter first');
}

export interface ReaderBounds {
  /** Sessions that are older end; 0: never. */
  readonly maxSessionMs: number;
  /** Sessions in an older transaction end; 0: never. */
  readonly maxTransactionMs: number;
}

export interface ContainedReaders {
  /** Sessions that were ended. */
  readonly ended: number;
  /** Logins whose settings were put back. */
  readonly restored: number;
}

/**
 * Ends sessions of readers that are too old, and puts back the settings of their logins. Fails with 42501 where the owner of
 * the database may not; the message says what to grant.
 */
export async function containReaders(
  sql: Sql,
  { maxSessionMs, maxTransactionMs }: ReaderBounds,
): Promise<ContainedReaders> {
  const [row] = await sql<ContainedReaders[]>`
    SELECT ended, restored FROM lend.contain_readers(
      ${maxSessionMs}::float8 * interval '1 millisecond', ${maxTransactionMs}::float8 * interval '1 millisecond')`;
  return { ended: row?.ended ?? 0, restored: row?.restored ?? 0 };
}
