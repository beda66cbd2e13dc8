import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { prepareVersion } from './lib/old-version.mjs';
import { pnpm } from './lib/pnpm.mjs';
import { rootDir } from './lib/repository.mjs';
import { runSource } from './lib/run.mjs';

// The pipeline under faults: `npm run simulate -- --seeds 1..20`. What runs is what is deployed, so it is built first.
checkNode();
await install();
await pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'], { quiet: true });
const args = process.argv.slice(2);
const old = args.find((arg) => arg.startsWith('--old='))?.slice('--old='.length) ?? args[args.indexOf('--old') + 1];
const hasOld = args.some((arg) => arg === '--old' || arg.startsWith('--old='));
const extra = hasOld ? [`--old-dir=${await prepareVersion(old ?? '')}`] : [];
process.exit(await runSource('simulation/src/main.ts', [...args, ...extra], { cwd: rootDir }));
