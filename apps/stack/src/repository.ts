import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** Absolute path of the top folder of the repository. */
export function repositoryDir(): string {
  let dir = dirname(here);
  while (!existsSync(join(dir, 'pnpm-workspace.yaml'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('No pnpm-workspace.yaml above the stack');
    dir = parent;
  }
  return dir;
}

/** How to run a program of an app: its build, or its source when the stack itself runs from source. */
export function appCommand(rootDir: string, app: string, program = 'main'): [string, ...string[]] {
  const fromSource = here.endsWith('.ts');
  const entry = join(rootDir, 'apps', app, fromSource ? `src/${program}.ts` : `dist/${program}.js`);
  return [process.execPath, ...(fromSource ? process.execArgv : []), entry];
}
