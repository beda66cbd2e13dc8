import { runOnDatabase } from './lib/run-on-database.mjs';

// Logins of teams that read the public views: `npm run readers -- create research`, list, revoke.
await runOnDatabase('packages/schema/src/readers-cli.ts');
