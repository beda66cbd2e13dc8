import { runOnDatabase } from './lib/run-on-database.mjs';

// Views of lend_v1 as files: `npm run export -- --table reserve_hourly --from 2026-09-01 --to 2026-10-01`.
await runOnDatabase('packages/archive/src/export-cli.ts');
