import { join } from 'node:path';
import { type ManagedProcess, type ProcessExit, startManagedProcess } from '@tidemark/embedded-postgres';
import { createRepeatFilter, openLogFile, parseLogLine } from './log.ts';
import type { Terminal } from './terminal.ts';

export interface ServiceOptions {
  readonly name: 'localnet' | 'indexer' | 'api';
  /** Program and arguments before the service's own entry file. */
  readonly command: readonly [string, ...string[]];
  readonly rootDir: string;
  readonly logDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stopDeadlineMs: number;
  readonly terminal: Terminal;
}

export interface Service {
  readonly name: string;
  readonly process: ManagedProcess;
  readonly logFile: string;
  /** Resolves with the first line that the function makes something of; never when the service ends before. */
  readonly waitForLine: <Found>(find: (line: string) => Found | null) => Promise<Found>;
}

/** Levels at which a service still tells what the stack waits for and what its log is read for. */
const TALKATIVE_LEVELS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/**
 * Starts one of the apps as a child. All of its output goes to its log file; warnings and errors are shown in the
 * terminal too, repeated ones only now and then.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const [command, ...args] = options.command;
  const logFile = openLogFile(join(options.logDir, `${options.name}.log`));
  const listeners = new Set<(line: string) => void>();
  const seen: string[] = [];
  const repeats = createRepeatFilter(30_000);
  const level = process.env['LOG_LEVEL'] ?? '';
  const child = await startManagedProcess({
    name: options.name,
    command,
    args,
    cwd: options.rootDir,
    env: { ...process.env, LOG_LEVEL: TALKATIVE_LEVELS.has(level) ? level : 'info', ...options.env },
    stopDeadlineMs: options.stopDeadlineMs,
    onLine: (line, stream) => {
      logFile.write(line);
      if (seen.length < 100) seen.push(line);
      for (const listener of listeners) listener(line);
      showLine(options, repeats, line, stream);
    },
  });
  return {
    name: options.name,
    process: child,
    logFile: logFile.path,
    waitForLine: (find) =>
      new Promise((resolve) => {
        const look = (line: string): void => {
          const found = find(line);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        seen.forEach(look);
        listeners.add(look);
      }),
  };
}

function showLine(
  options: ServiceOptions,
  repeats: ReturnType<typeof createRepeatFilter>,
  line: string,
  stream: 'stdout' | 'stderr',
): void {
  const { level, text } = parseLogLine(line, stream);
  if (level === 'other') return;
  const skipped = repeats(text.slice(0, 60), Date.now());
  if (skipped === null) return;
  const times = skipped === 0 ? '' : ` (${skipped} like it before, see ${options.name}.log)`;
  const shown = `[${options.name}] ${text}${times}`;
  if (level === 'warn') options.terminal.note(shown);
  else options.terminal.problem(shown);
}

/** How a process ended, in words. */
export function describeExit(exit: ProcessExit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
}
