import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedPnpm, rootDir } from './repository.mjs';
import { quietEnv } from './pnpm.mjs';
import { runQuietlyOrExit } from './run.mjs';

/**
 * The tree of an earlier commit, installed and built in a folder of its own, and kept there for the next time. Taken with
 * `git archive`, so that nothing is left in the repository. Ends this process where the commit is not known.
 */
export async function prepareVersion(ref) {
  let commit;
  try {
    const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
    commit = execFileSync('git', asked, { cwd: rootDir, encoding: 'utf8' }).trim();
  } catch {
    process.stderr.write(`--old takes a commit of this repository, not ${JSON.stringify(ref)}\n`);
    process.exit(64);
  }
  const dir = join(tmpdir(), `tidemark-simulation-old-${commit.slice(0, 12)}`);
  // Written last, so that what was interrupted is done again.
  const stamp = join(dir, '.tidemark-built');
  if (existsSync(stamp)) return dir;
  process.stderr.write(`Installing and building ${commit.slice(0, 12)} in ${dir}\n`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: rootDir, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', dir], { input: archive });
  await inVersion(dir, ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only']);
  await inVersion(dir, ['exec', 'turbo', 'run', 'build', '--filter=@tidemark/indexer', '--filter=@tidemark/api']);
  writeFileSync(stamp, '');
  return dir;
}

function inVersion(dir, args) {
  const npx = ['--yes', '--prefer-offline', '--loglevel=error', pinnedPnpm(), '--loglevel=info', ...args];
  return runQuietlyOrExit('npx', npx, { cwd: dir, env: quietEnv });
}
