import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './repository.mjs';

/** Version of Node in the image, by its Dockerfile: `24.1.0`. */
export function imageNodeVersion() {
  const [, version] = /^FROM node:(\d+\.\d+\.\d+)-/m.exec(readFileSync(join(rootDir, 'Dockerfile'), 'utf8')) ?? [];
  if (version === undefined) throw new Error('the Dockerfile names no version of Node');
  return version;
}
