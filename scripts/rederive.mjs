import { runOnDatabase } from './lib/run-on-database.mjs';

// Corrections after a fix of derivation: `npm run rederive -- --from 2026-11-01 --to 2026-11-08 --reason "…"`.
await runOnDatabase('apps/indexer/src/rederive.ts');
