import { runOnDatabase } from './lib/run-on-database.mjs';

// Hours and days again: `npm run rebuild -- --from 2026-11-01 --to 2026-11-08`.
await runOnDatabase('apps/indexer/src/rebuild.ts');
