import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { rootDir } from './lib/repository.mjs';
import { runSource } from './lib/run.mjs';

// The benchmarks: `npm run bench`, or `npm run bench -- --only NAME` for one of them.
checkNode();
await install();
process.exit(await runSource('bench/src/main.ts', process.argv.slice(2), { cwd: rootDir }));
