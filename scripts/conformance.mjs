import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode } from './lib/check-node.mjs';
import { quietEnv } from './lib/pnpm.mjs';
import { rootDir } from './lib/repository.mjs';
import { runOrExit, runSource } from './lib/run.mjs';

// Our numbers beside those of the published SDK: `npm run conformance`, or `npm run conformance -- --cases 20000`.
// The SDK weighs 284 MB, so it has a folder and a lockfile of its own. packages/protocols depends on nothing outside this repository, so that
// folder is all that a comparison needs installed.
const dir = join(rootDir, 'conformance');
const stampFile = join(dir, 'node_modules', '.tidemark-install');

checkNode();
await installSdk();
process.exit(await runSource('src/main.ts', process.argv.slice(2), { cwd: dir }));

/** Installs what the lockfile names, unless the last install here was of exactly this. */
async function installSdk() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  process.stdout.write('Installing the SDK (284 MB, once)\n');
  rmSync(stampFile, { force: true });
  await runOrExit('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: dir, env: quietEnv });
  writeFileSync(stampFile, wanted);
}

function fingerprint() {
  const hash = createHash('sha256').update(`${dir} ${process.platform} ${process.arch} ${process.versions.modules}\n`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(dir, file)));
  return hash.digest('hex');
}
