import { runOnDatabase } from './lib/run-on-database.mjs';

// Observations of sealed months as files: `npm run archive -- --month 2026-05 --out /data/archive`.
await runOnDatabase('packages/archive/src/archive-cli.ts');
