import { existsSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shutdown } from '@tidemark/runtime';
import type { StackEnv } from './env.ts';
import type { Terminal } from './log.ts';

/** What every step of the start shares. */
export interface StackContext {
  readonly env: StackEnv;
  readonly rootDir: string;
  readonly logDir: string;
  readonly terminal: Terminal;
  readonly shutdown: Shutdown;
  /** What a forced exit must still end, by its name. Each must act at once, without waiting. */
  readonly killers: Map<string, () => void>;
}

/** Something that the user of `npm start` can understand and act on: shown without a stack trace. */
export class StackError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'StackError';
    this.exitCode = options.exitCode ?? 1;
  }
}

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

/** What other tools may know of a running stack: `npm run keys` takes the database from here. */
export interface StackFacts {
  readonly pid: number;
  readonly simulated: boolean;
  readonly apiUrl: string;
  /** As the owner of everything. */
  readonly databaseUrl: string;
  /** For people: reads the views of `lend_v1`. That of a database of others is `databaseUrl`. */
  readonly readerUrl: string;
  readonly rpcUrls: readonly string[];
  readonly localnetWsUrl: string | null;
  readonly indexerUrl: string;
}

/** Writes `stack.json`, readable by this user only since the database URL holds a password. */
export async function writeStackFile(dataDir: string, facts: StackFacts): Promise<void> {
  const draft = join(dataDir, `stack.json.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, stackFile(dataDir));
}

/** Must work in the last moments of a forced exit, hence without waiting. */
export function removeStackFile(dataDir: string): void {
  rmSync(stackFile(dataDir), { force: true });
}

function stackFile(dataDir: string): string {
  return join(dataDir, 'stack.json');
}
