import { migrate } from './migrate/migrate.ts';

/** `DATABASE_URL=… node migrate-cli`: applies what is pending, says so, and fails with one message. */
async function main(): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write('migrate: DATABASE_URL is not set\n');
    return 1;
  }
  try {
    const { applied } = await migrate({ url });
    process.stdout.write(
      applied.length === 0 ? 'migrate: nothing to apply\n' : `migrate: applied ${applied.join(', ')}\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`migrate: ${describe(error)}\n`);
    return 1;
  }
}

/** Node gives connection failures an empty message and the reason in `code`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}

process.exitCode = await main();
