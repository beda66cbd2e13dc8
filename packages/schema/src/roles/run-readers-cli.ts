import type { Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { createReader, listReaders, revokeReader } from './manage-readers.ts';

export const READERS_USAGE = `Usage:
  readers create TEAM    a login that reads the public views; its password is printed once
  readers list           all logins of readers
  readers revoke TEAM    end a login and its sessions now
Whoever has a login may change its password and its settings: give each team its own.
`;

/** Runs one command and returns what it prints. Throws `SchemaError` with one sentence for whatever is wrong with it. */
export async function runReadersCli(
  sql: Sql,
  [command, ...args]: readonly string[],
  databaseUrl: string,
): Promise<string> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return READERS_USAGE;
  switch (command) {
    case 'create': {
      const { login, password, otherDatabases } = await createReader(sql, teamIn(args));
      return `${connectionLine(databaseUrl, login, password)}\nKeep the password now: it is not stored and cannot be shown again.\n${describeOthers(otherDatabases)}`;
    }
    case 'list':
      if (args.length > 0) throw usageError(`unexpected ${args.join(' ')}`);
      return describeList(await listReaders(sql));
    case 'revoke': {
      const team = teamIn(args);
      const isGone = await revokeReader(sql, team);
      return isGone
        ? `The login of ${team} is gone, and its sessions have ended.\n`
        : `The login of ${team} and its sessions have ended. Its role stays, because objects of the server depend on it.\n`;
    }
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return READERS_USAGE;
    default:
      throw usageError(`there is no command ${command}; the commands are create, list and revoke`);
  }
}

function teamIn(args: readonly string[]): string {
  const [team, ...others] = args;
  if (team === undefined || others.length > 0) throw usageError('name one team');
  return team;
}

function usageError(message: string): SchemaError {
  return new SchemaError('INVALID_LOGIN', message);
}

/** A right of PUBLIC, so that it cannot be taken from one login. */
function describeOthers(names: readonly string[]): string {
  if (names.length === 0) return '';
  const list = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  return `The login may also connect to ${list}, where nothing bounds it. To forbid that:
  REVOKE CONNECT ON DATABASE ${list} FROM PUBLIC\n`;
}

/** As the owner reaches the database; a reader on another machine may need another host. */
function connectionLine(databaseUrl: string, login: string, password: string): string {
  const url = new URL(databaseUrl);
  [url.username, url.password] = [login, password];
  return `psql '${url.href}'`;
}

function describeList(readers: Awaited<ReturnType<typeof listReaders>>): string {
  if (readers.length === 0) return 'No readers yet.\n';
  return readers
    .map(({ team, login, sessions, maxSessions, mayLogIn }) => {
      const state = mayLogIn
        ? `${sessions} of ${maxSessions === -1 ? 'any number of' : maxSessions} sessions`
        : 'revoked';
      return `${team}  ${login}  ${state}\n`;
    })
    .join('');
}
