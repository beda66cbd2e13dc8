import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { pnpm } from './lib/pnpm.mjs';
import { rootDir } from './lib/repository.mjs';
import { runSource } from './lib/run.mjs';

// The benchmarks: `npm run bench`, or `npm run bench -- --only NAME` for one of them. What runs is what is deployed, so it is built first.
checkNode();
await install();
await pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'], { quiet: true });
process.exit(await runSource('bench/src/main.ts', process.argv.slice(2), { cwd: rootDir }));
