import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ManagedProcess, startManagedProcess } from '@tidemark/embedded-postgres';
import { repositoryDir } from '@tidemark/testing';
import { openProgramLog } from './program-log.ts';

export interface ProgramOptions {
  readonly name: string;
  /** A built entry relative to the repository, for example `apps/api/dist/main.js`. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** Top folder of the repository that it is of; this one when left out. */
  readonly codeDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine?: (line: string) => void;
  /** Folder for a file with all that it says; none when left out. */
  readonly logDir?: string;
}

/** Node's own share of a start is small; what the machine does beside it is not. */
const START_TIMEOUT_MS = 120_000;

/** Runs a built program of the repository with nothing of this process's environment but what a process needs at all. */
export async function startProgram(options: ProgramOptions): Promise<ManagedProcess> {
  const { name, entry, args = [], codeDir = repositoryDir(), env, onLine, logDir } = options;
  const log = logDir === undefined ? null : openProgramLog(logDir, name);
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const program = await startManagedProcess({
    name,
    command: process.execPath,
    args: [join(codeDir, entry), ...args],
    cwd: codeDir,
    // An uncaught error is reported with its whole stack.
    env: { PATH, HOME, TMPDIR, LANG, NODE_ENV: 'production', NODE_OPTIONS: '--stack-trace-limit=60', ...env },
    stopDeadlineMs: 40_000,
    onLine: (line) => {
      log?.write(line);
      onLine?.(line);
    },
  });
  void program.exited.then(() => log?.end());
  return program;
}

/** Waits until a URL answers 200. Throws with the program's last lines when it ends before, or takes too long. */
export async function untilItAnswers(program: ManagedProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (program.exit() !== null) break;
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.status === 200) return;
    await delay(25);
  }
  const state = program.exit() === null ? 'does not answer' : `ended (${JSON.stringify(program.exit())})`;
  throw new Error(`${program.name} ${state}:\n${program.tail().slice(-20).join('\n')}`);
}
