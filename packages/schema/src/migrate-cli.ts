import { describeFailure } from './schema-error.ts';
import { checkSchema } from './migrate/check-schema.ts';
import { migrate } from './migrate/migrate.ts';
import { ensureLogins, type LoginPasswords, ROLE_GROUPS, type RoleGroup } from './roles/ensure-logins.ts';

/**
 * `DATABASE_URL=… node migrate-cli`: applies what is pending, makes the logins whose passwords are set
 * (`API_DB_PASSWORD`, `INDEXER_DB_PASSWORD`, `MAINTENANCE_DB_PASSWORD`, `READER_DB_PASSWORD`, `EXPORT_DB_PASSWORD`), says
 * so, warns of what this user may not set up, and fails with one message. With `--check` it changes nothing, prints how the
 * database differs from what this version makes, a line each, and ends with 1 where it does.
 */
async function main(): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write('migrate: DATABASE_URL is not set\n');
    return 1;
  }
  try {
    if (process.argv[2] === '--check') return await check(url);
    const { applied, warnings } = await migrate({ url });
    process.stdout.write(
      applied.length === 0 ? 'migrate: nothing to apply\n' : `migrate: applied ${applied.join(', ')}\n`,
    );
    for (const warning of warnings) process.stderr.write(`migrate: warning: ${warning}\n`);
    const logins = await ensureLogins(url, readPasswords());
    if (logins.length > 0) process.stdout.write(`migrate: logins ${logins.join(', ')}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`migrate: ${describeFailure(error)}\n`);
    return 1;
  }
}

async function check(url: string): Promise<number> {
  const lines = await checkSchema(url);
  if (lines.length === 0) {
    process.stdout.write('migrate: the schema is that of this version\n');
    return 0;
  }
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  process.stderr.write(`migrate: ${lines.length} differences from this version\n`);
  return 1;
}

function readPasswords(): LoginPasswords {
  const passwords: Partial<Record<RoleGroup, string>> = {};
  for (const group of ROLE_GROUPS) {
    const password = process.env[`${group.toUpperCase()}_DB_PASSWORD`];
    if (password !== undefined && password !== '') passwords[group] = password;
  }
  return passwords;
}

process.exitCode = await main();
