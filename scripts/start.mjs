import { join } from 'node:path';
import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { pnpm } from './lib/pnpm.mjs';
import { rootDir } from './lib/repository.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm start: installs, builds, and brings up the whole of Tidemark on this machine.

What runs: an embedded Postgres, a localnet (a simulated Solana chain), the indexer and the API.
Ctrl-C stops all of it in order; a second Ctrl-C a moment later forces it. Data stays in .data/.

Settings are environment variables:
  PORT=3000                the API; like every port here: asked for and taken is an error, the default moves on
  POSTGRES_PORT=5433  LOCALNET_PORT=8899 (and the next one)  INDEXER_PORT=9101
  SOLANA_RPC_URL=URL,URL   read this chain instead of the simulated one
  DATABASE_URL=postgres:// use this Postgres instead of the embedded one
  REDIS_URL=redis://       keep jobs in this Redis instead of in Postgres
  TIDEMARK_DATA_DIR=.data  another folder, for a second stack beside the first
  LOCALNET_ACCOUNTS=DIR  LOCALNET_SEED  LOCALNET_SLOT  LOCALNET_UNIX_TIME  LOCALNET_SLOT_MS  LOCALNET_REPORTED_SLOT_MS
Every other variable of the apps is passed on; see their READMEs.
`;

if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(HELP);
  process.exit(0);
}
checkNode();
await install();
process.stdout.write('Building\n');
await pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'], { quiet: true });
// A channel between this launcher and the stack: if either is killed, the other one knows.
const stack = join(rootDir, 'apps', 'stack', 'dist', 'main.js');
process.exit(await run(process.execPath, [stack], { cwd: rootDir, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }));
