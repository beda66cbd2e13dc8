import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode } from './lib/check-node.mjs';
import { quietEnv } from './lib/pnpm.mjs';
import { rootDir } from './lib/repository.mjs';
import { runOrExit, runSource } from './lib/run.mjs';

// Our numbers beside those of the published SDKs: `npm run conformance`, or `npm run conformance -- --cases 20000`.
// The SDKs weigh 284 and 30 MB, so each has a folder and a lockfile of its own. packages/protocols depends on nothing outside this repository,
// so those folders are all that a comparison needs installed.
const conformanceDir = join(rootDir, 'conformance');

checkNode();
await installSdk(conformanceDir, '284 MB');
await installSdk(join(conformanceDir, 'save'), '30 MB');
const codes = [
  await runSource('src/main.ts', process.argv.slice(2), { cwd: conformanceDir }),
  await runSource('src/save/main.ts', [], { cwd: conformanceDir }),
];
process.exit(Math.max(...codes));

/** Installs what the lockfile of a folder names, unless the last install there was of exactly this. */
async function installSdk(dir, size) {
  const stampFile = join(dir, 'node_modules', '.tidemark-install');
  const wanted = fingerprint(dir);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  process.stdout.write(`Installing an SDK (${size}, once)\n`);
  rmSync(stampFile, { force: true });
  await runOrExit('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: dir, env: quietEnv });
  writeFileSync(stampFile, wanted);
}

function fingerprint(dir) {
  const hash = createHash('sha256').update(`${dir} ${process.platform} ${process.arch} ${process.versions.modules}\n`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(dir, file)));
  return hash.digest('hex');
}
