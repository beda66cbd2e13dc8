import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { boundedConnection } from '../bounded-connection.ts';
import { SchemaError } from '../schema-error.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Group roles, made by the migrations: what a login may do is what its group may do. */
export const ROLE_GROUPS = ['api', 'indexer', 'reader'] as const;
export type RoleGroup = (typeof ROLE_GROUPS)[number];

/** Password of the login of each group that is to have one: ASCII letters and digits, at least 16. */
export type LoginPasswords = Readonly<Partial<Record<RoleGroup, string>>>;

const PASSWORD = /^[A-Za-z0-9]{16,128}$/;

/** Members do not inherit the settings of their group. */
const SETTINGS: Readonly<Record<RoleGroup, readonly string[]>> = {
  api: [],
  indexer: [],
  reader: [
    'SET default_transaction_read_only = on',
    "SET statement_timeout = '60s'",
    "SET idle_in_transaction_session_timeout = '60s'",
    'CONNECTION LIMIT 10',
  ],
};

/** Another migrator of the cluster at the same role: look again. */
const CONFLICTS: ReadonlySet<string> = new Set(['42710', '23505', 'XX000']);
const MAX_ATTEMPTS = 50;

/** Name of the login of a group: `tidemark_api_login`. */
export function loginNameOf(group: RoleGroup): string {
  return `tidemark_${group}_login`;
}

/**
 * Makes the logins, or gives them their new passwords; sessions that are open stay. They own nothing and may do what their
 * groups may. Throws `INVALID_LOGIN` for a password that is too weak or no part of a URL, and what Postgres says where this
 * user may not manage roles.
 */
export async function ensureLogins(url: string, passwords: LoginPasswords): Promise<readonly string[]> {
  const wanted = ROLE_GROUPS.flatMap((group) => {
    const password = passwords[group];
    return password === undefined ? [] : [{ group, password }];
  });
  for (const { group, password } of wanted) {
    if (PASSWORD.test(password)) continue;
    throw new SchemaError('INVALID_LOGIN', `the password of the ${group} must be 16 to 128 letters and digits`);
  }
  const bounded = boundedConnection(url, { responseTimeoutMs: 30_000, listenSilenceMs: 60_000 });
  const limits = { statement_timeout: 20_000, lock_timeout: 10_000 };
  const settings = { ...bounded, max: 1, connect_timeout: 10, onnotice: () => undefined, connection: limits };
  const sql = postgres(url, settings);
  try {
    for (const { group, password } of wanted) await retry(() => ensureLogin(sql, group, password));
    return wanted.map(({ group }) => loginNameOf(group));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function ensureLogin(sql: postgres.Sql, group: RoleGroup, password: string): Promise<void> {
  const login = loginNameOf(group);
  const [found] = await sql`SELECT FROM pg_roles WHERE rolname = ${login}`;
  // The verifier holds no quote; names are ours.
  const secret = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '${scramVerifier(password)}'`;
  await sql.unsafe(found === undefined ? `CREATE ROLE ${login} ${secret}` : `ALTER ROLE ${login} ${secret}`);
  const [member] = await sql`
    SELECT FROM pg_auth_members WHERE roleid = ${`tidemark_${group}`}::regrole AND member = ${login}::regrole`;
  if (member === undefined) await sql.unsafe(`GRANT tidemark_${group} TO ${login}`);
  for (const setting of SETTINGS[group]) await sql.unsafe(`ALTER ROLE ${login} ${setting}`);
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const again = error instanceof postgres.PostgresError && CONFLICTS.has(error.code) && attempt < MAX_ATTEMPTS;
      if (!again) throw error;
      await delay(20);
    }
  }
}
