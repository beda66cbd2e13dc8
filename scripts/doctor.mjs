import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { rootDir } from './lib/repository.mjs';
import { runSource } from './lib/run.mjs';

// Whether Tidemark can run on RPC endpoints: `npm run doctor -- https://api.mainnet-beta.solana.com`.
checkNode();
await install();
process.exit(await runSource('apps/indexer/src/doctor.ts', process.argv.slice(2), { cwd: rootDir }));
