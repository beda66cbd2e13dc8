import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

export interface GuardTarget {
  /** A process id, or a negative process group id. */
  readonly target: number;
  /** First signal; SIGKILL follows after the grace time. */
  readonly signal: 'TERM' | 'INT';
  readonly graceSeconds: number;
  /** A folder to remove after the process has ended, for clusters that nobody keeps. */
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
