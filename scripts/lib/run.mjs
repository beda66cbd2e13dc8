import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 300;

/**
 * Runs a program with this terminal and resolves with its exit code. What ends this process ends the child (see
 * `passOnSignals`), and this process waits for it.
 */
export function run(command, args, options = {}, onOutput = () => undefined) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    const finish = passOnSignals(child);
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

/**
 * Passes signals on to the child, until the function returned is called. Under `npm run` the shell between npm and this
 * process takes a signal for itself and dies of it: then this process, left behind, stops the child too.
 */
function passOnSignals(child) {
  const handlers = SIGNALS.map((signal) => [signal, () => child.kill(signal)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  return () => {
    clearInterval(watch);
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
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
