import { describeFailure } from './describe-failure.ts';
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
    process.stderr.write(`migrate: ${describeFailure(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
