import { join } from 'node:path';
import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { rootDir } from './lib/repository.mjs';
import { run } from './lib/run.mjs';

// npm run freeze               compares everything that a user can read of the recorded world with what is stored in e2e/src/frozen/stored
// npm run freeze -- --write    stores it anew
const args = process.argv.slice(2);
if (args.some((arg) => arg !== '--write')) {
  process.stderr.write('usage: npm run freeze [-- --write]\n');
  process.exit(64);
}
checkNode();
await install();
const vitest = join(rootDir, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(
  await run(process.execPath, [vitest, 'run', 'e2e/src/frozen'], {
    cwd: rootDir,
    env: { ...process.env, ...(args.includes('--write') ? { TIDEMARK_FREEZE: 'write' } : {}) },
  }),
);
