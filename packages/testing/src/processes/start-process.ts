import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isPortFree, type ManagedProcess, type ProcessExit, startManagedProcess } from '@tidemark/embedded-postgres';
import { repositoryDir } from '../repository.ts';

export interface StartProcessOptions {
  /** Entry file relative to the repository, for example `apps/api/src/main.ts`. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** Added to what a process needs to run at all; nothing else of the test's environment is passed on. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Tells from one line of output, or by asking over HTTP, that the process is ready. Ready at once when left out. */
  readonly ready?: ReadyCheck;
  /** 120 s when left out. */
  readonly readyTimeoutMs?: number;
  readonly stopDeadlineMs?: number;
  /** Goes on when `stopAllProcesses` is called, until the process of the tests ends. */
  readonly isShared?: boolean;
}

/** Ready when a line of stdout or stderr matches, or when a URL answers with the status (200 when left out). */
export type ReadyCheck =
  | { readonly line: (line: string) => boolean }
  | { readonly url: string; readonly status?: number };

export interface TestProcess {
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  /** All lines of stdout and stderr so far, in the order they came (the last 5,000). */
  readonly lines: () => readonly string[];
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGTERM to the process group, SIGKILL at the deadline. Safe to call twice. */
  readonly stop: () => Promise<ProcessExit>;
}

const MAX_LINES = 5_000;
const running = new Set<ManagedProcess>();

/**
 * Runs a program of the repository as a child process, from its source unless `TEST_PROCESSES` is `built`. When it is not ready in time or ends before, the
 * promise rejects with its output. Children that a test forgot are stopped when the test file's process ends.
 */
export async function startProcess(options: StartProcessOptions): Promise<TestProcess> {
  const lines: string[] = [];
  const child = await startManagedProcess({
    name: options.entry,
    command: process.execPath,
    args: [...programArguments(options.entry), ...(options.args ?? [])],
    cwd: repositoryDir(),
    env: { ...inheritedEnvironment(), ...options.env },
    stopDeadlineMs: options.stopDeadlineMs ?? 60_000,
    onLine: (line) => {
      lines.push(line);
      if (lines.length > MAX_LINES) lines.shift();
    },
  });
  if (options.isShared !== true) running.add(child);
  void child.exited.then(() => running.delete(child));
  try {
    await waitUntilReady(child, options, lines);
  } catch (error) {
    await child.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${options.entry} ${reason}. Its output:\n${lines.slice(-60).join('\n')}`, { cause: error });
  }
  return { pid: child.pid, exited: child.exited, lines: () => [...lines], signal: child.signal, stop: child.stop };
}

/** Stops every process started here that still runs; for `afterAll`. */
export async function stopAllProcesses(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()));
}

/**
 * What Node runs. The source of a program, or with `TEST_PROCESSES=built` what the build has made of it: that starts
 * with half the processor time, and is what is shipped. Programs of tests have no build and run from their source.
 */
export function programArguments(entry: string): string[] {
  const [, folder, file] = /^((?:apps|packages)\/[^/]+)\/src\/(.+)\.ts$/.exec(entry) ?? [];
  if (process.env['TEST_PROCESSES'] !== 'built' || folder === undefined) {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    return ['--conditions=@tidemark/source', '--import', tsx, join(repositoryDir(), entry)];
  }
  const built = join(repositoryDir(), folder, 'dist', `${file}.js`);
  if (!existsSync(built)) throw new Error(`TEST_PROCESSES=built, but there is no ${built}: pnpm run build makes it`);
  return [built];
}

function inheritedEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  return { PATH, HOME, TMPDIR, LANG, TZ, NODE_ENV: 'test' };
}

async function waitUntilReady(
  child: ManagedProcess,
  options: StartProcessOptions,
  lines: readonly string[],
): Promise<void> {
  const timeoutMs = options.readyTimeoutMs ?? 120_000;
  const deadline = performance.now() + timeoutMs;
  while (!(await isReady(options.ready, lines))) {
    const exit = child.exit();
    if (exit !== null) throw new Error(`ended (${exit.signal ?? exit.code}) before it was ready`);
    if (performance.now() >= deadline) throw new Error(`was not ready after ${timeoutMs} ms`);
    await delay(25);
  }
}

async function isReady(ready: ReadyCheck | undefined, lines: readonly string[]): Promise<boolean> {
  if (ready === undefined) return true;
  if ('line' in ready) return lines.some(ready.line);
  const response = await fetch(ready.url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status === (ready.status ?? 200);
}

/** Below the ports that systems give out by themselves, to servers on any port and to every connection that is made. */
const PORTS = { from: 20_000, to: 32_000 };

/**
 * A free port for a program that needs one in its settings. The program takes a while to get there, so it is none that another
 * test could be given meanwhile.
 */
export async function chooseTestPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port)) return port;
  }
}
