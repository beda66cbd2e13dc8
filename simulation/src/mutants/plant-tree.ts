import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@tidemark/testing';
import { type Mutant, plant } from './mutant.ts';

const execFileAsync = promisify(execFile);

/** What processes of the pipeline are started from, and what it takes to build a part of it. */
const COPIED = ['package.json', 'pnpm-workspace.yaml', 'scripts/bundle.mjs', 'apps/api', 'apps/indexer', 'packages'];
/** Each holds the sources of what it uses, so a bug in a package is in all of them. */
const BUILT = ['apps/api', 'apps/indexer', 'packages/schema'];
const BUILD_TIMEOUT_MS = 300_000;

/**
 * A copy of the built tree with the bug in it, in `dir`, which is made anew: the source is replaced and the programs are built again,
 * without checking types. Dependencies are those of the original.
 */
export async function plantTree(mutant: Mutant, dir: string): Promise<void> {
  const root = repositoryDir();
  await rm(dir, { recursive: true, force: true });
  for (const path of COPIED) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await execFileAsync('cp', ['-a', '--reflink=auto', join(root, path), join(dir, path)]);
  }
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  const file = join(dir, mutant.file);
  await writeFile(file, plant(mutant, await readFile(file, 'utf8')));
  for (const folder of BUILT) {
    await execFileAsync('npm', ['run', '--silent', 'build'], { cwd: join(dir, folder), timeout: BUILD_TIMEOUT_MS });
  }
}
