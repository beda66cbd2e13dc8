import { runOnDatabase } from './lib/run-on-database.mjs';

// What was refused with IDENTITY_CHANGED: `npm run accept-identity -- RESERVE` shows it, `--yes` accepts it.
await runOnDatabase('apps/indexer/src/accept-identity.ts');
