import { runOnDatabase } from './lib/run-on-database.mjs';

// Rows of a time that has not come: `npm run remove-future` shows them, `npm run remove-future -- --yes` removes them.
await runOnDatabase('packages/schema/src/future-cli.ts');
