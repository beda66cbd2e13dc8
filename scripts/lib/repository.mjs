import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the top folder of the repository. */
export const rootDir = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The version of pnpm that the repository pins. */
export function pinnedPnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'));
  return packageManager;
}

/** Folder of everything that a local stack keeps. */
export function dataDir() {
  return resolve(rootDir, process.env.TIDEMARK_DATA_DIR?.trim() || '.data');
}
