import { join } from 'node:path';
import { type ManagedProcess, type ProcessExit, startManagedProcess } from '@tidemark/embedded-postgres';
import { createRepeatFilter, EXIT_WEDGED } from '@tidemark/runtime';
import { openLogFile, parseLogLine, type Terminal } from './log.ts';
import type { StackContext } from './stack-context.ts';
import { probe } from './wait-for-first-data.ts';

export interface ServiceOptions {
  readonly name: 'localnet' | 'indexer' | 'api';
  /** Program and arguments before the service's own entry file. */
  readonly command: readonly [string, ...string[]];
  readonly rootDir: string;
  readonly logDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stopDeadlineMs: number;
  readonly terminal: Terminal;
  /** Called with every line of its output. */
  readonly onLine?: (line: string) => void;
}

export interface Service {
  readonly name: string;
  readonly process: ManagedProcess;
  readonly logFile: string;
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
      options.onLine?.(line);
      showLine(options, repeats, line, stream);
    },
  });
  return { name: options.name, process: child, logFile: logFile.path };
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

type Surroundings = Pick<StackContext, 'killers' | 'terminal'> & {
  readonly shutdown: Pick<StackContext['shutdown'], 'add' | 'run' | 'signal'>;
};

const SHOWN_LINES = 15;
const EXIT_CONFIG = 78;
/** One that hangs so often has a fault that a start does not mend. */
const MAX_RESTARTS = 5;
const SILENCE_MS = 30_000;

/** How a service that hangs is found and replaced. */
export interface Revival {
  readonly startAgain: () => Promise<Service>;
  /** Answers for as long as the event loop of the service turns. */
  readonly healthUrl: string;
  /** Without an answer for so long after the first one, the service is killed. 30 s when left out. */
  readonly silenceMs?: number;
}

/**
 * Lets the service be stopped in its turn. One that hangs, because it said so itself by its exit code or because it does not
 * answer any more, is started again; any other end of its own stops everything.
 */
export function superviseService(context: Surroundings, first: Service, revival?: Revival): void {
  let service = first;
  const { name } = first;
  context.killers.set(name, () => service.process.signal('SIGKILL'));
  context.shutdown.add(name, async () => {
    if (service.process.exit() !== null) return;
    const startedAtMs = performance.now();
    await service.process.stop();
    context.terminal.done(`${name} stopped`, startedAtMs);
  });
  const watch = async (): Promise<void> => {
    for (let restarts = 0; ; restarts += 1) {
      const silence = revival === undefined ? undefined : killWhenSilent(service, revival);
      const exit = await service.process.exited;
      silence?.stop();
      if (context.shutdown.signal.aborted) return;
      const hung = exit.code === EXIT_WEDGED || silence?.hasKilled() === true;
      if (revival === undefined || restarts >= MAX_RESTARTS || !hung) {
        await endWith(context, service, exit);
        return;
      }
      context.terminal.problem(`${name} hung and was ended (${describeExit(exit)}); it starts again`);
      service = await revival.startAgain();
      // Its turn to be stopped may have passed while it started.
      if (context.shutdown.signal.aborted) await service.process.stop();
    }
  };
  watch().catch((error: unknown) => {
    context.terminal.problem(
      `${name} cannot be started again: ${error instanceof Error ? error.message : String(error)}`,
    );
    return context.shutdown.run(`${name} ended`, 1);
  });
}

/** Kills a service whose event loop stands still. */
function killWhenSilent({ process }: Service, { healthUrl, silenceMs = SILENCE_MS }: Revival) {
  let answeredAt: number | undefined;
  let killed = false;
  const ask = async (): Promise<void> => {
    if ((await probe(healthUrl)) !== null) answeredAt = performance.now();
    if (answeredAt === undefined || performance.now() - answeredAt < silenceMs || process.exit() !== null) return;
    killed = true;
    process.signal('SIGKILL');
  };
  const timer = setInterval(() => void ask(), silenceMs / 6);
  timer.unref();
  return { stop: () => clearInterval(timer), hasKilled: () => killed };
}

async function endWith(context: Surroundings, service: Service, exit: ProcessExit): Promise<void> {
  const { name, logFile, process } = service;
  context.terminal.problem(`${name} ended unexpectedly (${describeExit(exit)}). Its last lines (all in ${logFile}):`);
  for (const line of process.tail().slice(-SHOWN_LINES)) {
    context.terminal.plain(`    ${parseLogLine(line, 'stdout').text}`);
  }
  // A wrong setting of one app is a wrong setting of the stack.
  await context.shutdown.run(`${name} ended`, exit.code === EXIT_CONFIG ? EXIT_CONFIG : 1);
}
