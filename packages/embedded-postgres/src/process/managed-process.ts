import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { errorCode } from '@tidemark/runtime';

const TAIL_LINES = 200;

export interface ManagedProcessOptions {
  /** Shown in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the child; nothing is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid?: number;
  readonly gid?: number;
  /** File descriptor that takes stdout and stderr; without it they are read line by line. */
  readonly outputFd?: number;
  readonly onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Signal sent by `stop` and, to the whole group, by the guard. SIGTERM when left out. */
  readonly stopSignal?: 'SIGTERM' | 'SIGINT';
  /** How long after the stop signal SIGKILL follows. 10 s when left out. */
  readonly stopDeadlineMs?: number;
  /** Signal only the process itself, not its group. */
  readonly leaderOnly?: boolean;
  /** Removed by the guard if this process dies first. */
  readonly removeDirIfAbandoned?: string;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has ended and its output is read. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Null while it runs. */
  readonly exit: () => ProcessExit | null;
  /** Last lines of output, oldest first; empty with `outputFd`. */
  readonly tail: () => readonly string[];
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Stop signal, then SIGKILL at the deadline; waits for the end. Safe to call twice. */
  readonly stop: () => Promise<ProcessExit>;
}

/**
 * Starts a child in a process group of its own, so that Ctrl-C in the terminal does not reach it, and with a guard that
 * ends it should this process be killed. Rejects when the program cannot be started (`ENOENT`, `EACCES`).
 */
export async function startManagedProcess(options: ManagedProcessOptions): Promise<ManagedProcess> {
  const stdio: StdioOptions =
    options.outputFd === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', options.outputFd, options.outputFd];
  const child = spawn(options.command, options.args, {
    cwd: options.cwd ?? process.cwd(),
    env: { ...options.env },
    detached: true,
    stdio,
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error(`${options.name} has no process id`);
  return manage(options, child, child.pid, exited);
}

function manage(
  options: ManagedProcessOptions,
  child: ChildProcess,
  pid: number,
  exited: Promise<ProcessExit>,
): ManagedProcess {
  const target = options.leaderOnly === true ? pid : -pid;
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const stopDeadlineMs = options.stopDeadlineMs ?? 10_000;
  const tail: string[] = [];
  let ended: ProcessExit | null = null;
  const release = guardProcess({
    target,
    signal: stopSignal === 'SIGINT' ? 'INT' : 'TERM',
    graceSeconds: Math.ceil(stopDeadlineMs / 1000),
    ...(options.removeDirIfAbandoned === undefined ? {} : { removeDir: options.removeDirIfAbandoned }),
  });
  const send = (signal: NodeJS.Signals): void => {
    if (ended === null) trySignal(target, signal);
  };
  // What the child started in its group must not outlive it, whatever the reason of its end.
  child.once('exit', () => {
    if (target < 0) trySignal(target, 'SIGKILL');
  });
  child.once('close', (code, signal) => {
    ended = { code, signal };
    release();
  });
  readLines(child, (line, stream) => {
    tail.push(line);
    if (tail.length > TAIL_LINES) tail.shift();
    options.onLine?.(line, stream);
  });
  return {
    name: options.name,
    pid,
    exited,
    exit: () => ended,
    tail: () => [...tail],
    signal: send,
    stop: async () => {
      send(stopSignal);
      const timer = setTimeout(() => send('SIGKILL'), stopDeadlineMs);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

function trySignal(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function readLines(child: ChildProcess, onLine: (line: string, stream: 'stdout' | 'stderr') => void): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name];
    if (stream === null) continue;
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => onLine(line, name));
  }
}

export interface GuardTarget {
  /** A process id, or a negative process group id. */
  readonly target: number;
  /** First signal; SIGKILL follows after the grace time. */
  readonly signal: 'TERM' | 'INT';
  readonly graceSeconds: number;
  /** A folder to remove after the process has ended, for throwaway clusters. */
  readonly removeDir?: string;
}

/**
 * `read` ends with an error when the pipe from this process breaks, which also SIGKILL brings about. A word on the pipe
 * means that all went well. Only shell builtins are needed until the target has been signalled.
 */
const SCRIPT = `
trap '' INT TERM HUP
read -r word && exit 0
kill -s "$2" -- "$1" 2>/dev/null
waited=0
while kill -s 0 -- "$1" 2>/dev/null && [ "$waited" -lt "$3" ]; do sleep 1; waited=$((waited + 1)); done
kill -s KILL -- "$1" 2>/dev/null
[ -z "$4" ] || rm -rf -- "$4"
`;

/**
 * Starts a small shell that ends the target when this process dies without having done so itself, even by SIGKILL.
 * Call the returned function once the target has ended. It does not keep this process alive.
 */
export function guardProcess(guard: GuardTarget): () => void {
  const args = ['-c', SCRIPT, 'sh', String(guard.target), guard.signal, String(guard.graceSeconds)];
  const watcher = spawn('/bin/sh', [...args, guard.removeDir ?? ''], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  // A pipe to a child is a socket, which the type of `stdin` does not say.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => {
    watcher.stdin.end('done\n');
  };
}
