import { runOnDatabase } from './lib/run-on-database.mjs';

// How a database differs from what this version makes: `npm run schema:diff`, of the local stack or of DATABASE_URL.
await runOnDatabase('packages/schema/src/migrate-cli.ts', ['--check']);
