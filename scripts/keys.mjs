import { runOnDatabase } from './lib/run-on-database.mjs';

// API keys: `npm run keys -- create --username alice`, list, revoke, rotate.
await runOnDatabase('packages/schema/src/keys-cli.ts');
