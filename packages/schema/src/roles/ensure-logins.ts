import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { createDatabase, type Queryable } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type Blocker, describeBlockers, endingBlockers } from './blockers.ts';

/** Group roles, made by the migrations: what a login may do is what its group may do. */
export const ROLE_GROUPS = ['api', 'indexer', 'maintenance', 'reader', 'export'] as const;
export type RoleGroup = (typeof ROLE_GROUPS)[number];

/** Password of the login of each group that is to have one: ASCII letters and digits, at least 16. */
export type LoginPasswords = Readonly<Partial<Record<RoleGroup, string>>>;

const PASSWORD = /^[A-Za-z0-9]{16,128}$/;

/** Sessions of a login at a time; those of the services are bounded by their pools. */
const CONNECTION_LIMITS: Readonly<Record<RoleGroup, number>> = {
  api: -1,
  indexer: -1,
  maintenance: -1,
  reader: 10,
  export: 2,
};

/** Another migrator of the cluster at the same role: look again. */
const CONFLICTS: ReadonlySet<string> = new Set(['42710', '23505', 'XX000']);
const MAX_ATTEMPTS = 50;
const LOCK_NOT_AVAILABLE = '55P03';
const APPLICATION = 'tidemark-logins';

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
  const database = createDatabase({ url, maxConnections: 1, applicationName: APPLICATION });
  const beside = createDatabase({ url, maxConnections: 1 });
  try {
    for (const { group, password } of wanted) {
      const login = { name: loginNameOf(group), group, password, connections: CONNECTION_LIMITS[group] };
      const seen: Blocker[] = [];
      // In one transaction, so that no session begins without the limits of the login.
      const write = (): Promise<unknown> => retry(() => database.sql.begin((tx) => writeLogin(tx, login)));
      await endingBlockers(beside.sql, { application: APPLICATION, seen }, write).catch((error: unknown) => {
        throw heldUp(error, login.name, seen);
      });
    }
    return wanted.map(({ group }) => loginNameOf(group));
  } finally {
    await Promise.all([database.close(), beside.close()]);
  }
}

function heldUp(error: unknown, name: string, seen: readonly Blocker[]): unknown {
  if (!(error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE)) return error;
  const message = `the login ${name} could not be written: ${error.message}${describeBlockers(seen)}`;
  return new SchemaError('LOGIN_HELD_UP', message, { cause: error, retryable: true });
}

export interface Login {
  /** Letters, digits and underscores. */
  readonly name: string;
  readonly group: RoleGroup;
  readonly password: string;
  /** Sessions at a time; -1: no bound. */
  readonly connections: number;
}

/** Makes a login, or gives it this password and the settings of its group. */
export async function writeLogin(tx: Queryable, { name, group, password, connections }: Login): Promise<void> {
  const [found] = await tx`SELECT FROM pg_roles WHERE rolname = ${name}`;
  // The verifier holds no quote; names are ours.
  const attributes = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT ${connections}
    PASSWORD '${scramVerifier(password)}'`;
  await tx.unsafe(`${found === undefined ? 'CREATE' : 'ALTER'} ROLE ${name} ${attributes}`);
  const [member] = await tx`
    SELECT FROM pg_auth_members WHERE roleid = ${`tidemark_${group}`}::regrole AND member = ${name}::regrole`;
  if (member === undefined) await tx.unsafe(`GRANT tidemark_${group} TO ${name}`);
  await tx`SELECT lend.restore_login_settings(${`tidemark_${group}`})`;
}

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const again = error instanceof postgres.PostgresError && CONFLICTS.has(error.code) && attempt < MAX_ATTEMPTS;
      if (!again) throw error;
      await delay(20);
    }
  }
}

/** Postgres's own default. */
const ITERATIONS = 4_096;

/**
 * What Postgres stores of a password (RFC 5803). Made here, so that the password itself is in no statement, and hence in no
 * server log. For ASCII only: other texts would have to be normalised first.
 */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const sign = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest();
  const salt64 = Buffer.from(salt).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt64}$${storedKey.toString('base64')}:${sign('Server Key').toString('base64')}`;
}
