import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with this terminal and resolves with its exit code. Signals to this process are passed on, and this
 * process waits: in a terminal the child gets Ctrl-C by itself as well, which must not leave it behind.
 */
export function run(command, args, options = {}, onOutput = () => undefined) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    const handlers = SIGNALS.map((signal) => {
      const handler = () => child.kill(signal);
      process.on(signal, handler);
      return [signal, handler];
    });
    const finish = () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
    child.once('error', (error) => {
      finish();
      reject(error);
    });
    child.once('close', (code, signal) => {
      finish();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Like `run`, but ends this process with the child's exit code when it is not 0. */
export async function runOrExit(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

/** Like `runOrExit`, but shows the output only when the program fails. */
export async function runQuietlyOrExit(command, args, options) {
  const output = [];
  const onOutput = (chunk) => output.push(chunk);
  const code = await run(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, onOutput);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  process.exit(code);
}

/** Runs a TypeScript entry of the repository from its source, with the packages' sources behind it. */
export function runSource(entry, args, options) {
  return run(process.execPath, ['--conditions=@tidemark/source', '--import', 'tsx', entry, ...args], options);
}
