import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pnpm } from './pnpm.mjs';
import { rootDir } from './repository.mjs';

const stampFile = join(rootDir, 'node_modules', '.tidemark-install');

/**
 * Installs what the lockfile names, unless the last install here was of exactly this. The stamp is written last, so an
 * install that was interrupted is done again.
 */
export async function install() {
  const wanted = installFingerprint(rootDir);
  const last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
  if (last === wanted && hasEveryModuleFolder(rootDir)) return;
  process.stdout.write('Installing dependencies\n');
  rmSync(stampFile, { force: true });
  const reporter = process.stdout.isTTY ? 'default' : 'append-only';
  await pnpm(['install', '--frozen-lockfile', `--reporter=${reporter}`, '--config.confirm-modules-purge=false']);
  writeFileSync(stampFile, wanted);
}

/** Changes with everything that decides what an install puts where. */
export function installFingerprint(dir) {
  const hash = createHash('sha256').update(`${dir} ${process.platform} ${process.arch} ${process.versions.modules}\n`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests(dir)]) {
    hash.update(`${file}\n`).update(readFileSync(join(dir, file)));
  }
  return hash.digest('hex');
}

/** Each package has a node_modules of its own, which a cleaned working tree lacks. */
function hasEveryModuleFolder(dir) {
  return manifests(dir).every((file) => existsSync(join(dir, dirname(file), 'node_modules')));
}

function manifests(dir) {
  const folders = ['apps', 'packages'].flatMap((group) => subfolders(dir, group));
  const files = ['.', 'bench', 'e2e', 'simulation', ...folders].map((folder) => join(folder, 'package.json'));
  return files.filter((file) => existsSync(join(dir, file))).toSorted((a, b) => (a < b ? -1 : 1));
}

function subfolders(dir, group) {
  const path = join(dir, group);
  return existsSync(path) ? readdirSync(path).map((name) => join(group, name)) : [];
}
