import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the top folder of the repository. */
export function repositoryDir(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'pnpm-workspace.yaml'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('No pnpm-workspace.yaml above this package');
    dir = parent;
  }
  return dir;
}

/**
 * Absolute path of the folder of reference material that may lie beside the repository (`../shared`), or null. Tests
 * that need it skip where it is absent.
 */
export function sharedDir(): string | null {
  const dir = join(repositoryDir(), '..', 'shared');
  return existsSync(join(dir, 'klend')) ? dir : null;
}
