import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquirePidLock, type PidLock, PidLockHeldError } from '@tidemark/embedded-postgres';
import { createLogger, createShutdown, errorCode, redactText } from '@tidemark/runtime';
import { loadStackEnv } from './env.ts';
import { createTerminal, openLogFile } from './log.ts';
import { removeStackFile, repositoryDir, type StackContext, StackError } from './stack-context.ts';
import { startStack } from './start-stack.ts';

// A terminal that is gone, or a pipe that was closed, must not end the stack half way.
process.stdout.on('error', () => undefined);
const colour = process.stdout.isTTY && !process.env['NO_COLOR'];
const terminal = createTerminal((text) => void process.stdout.write(text), colour);
const rootDir = repositoryDir();
const env = loadStackEnv(rootDir);
const logDir = join(env.dataDir, 'logs');

await mkdir(logDir, { recursive: true }).catch(refuseDataDir);
const lock = await takeLock();
const log = openLogFile(join(logDir, 'stack.log'));
const killers = new Map<string, () => void>();
const shutdown = createShutdown({
  logger: createLogger({ name: 'stack', level: 'info', destination: { write: (line) => log.write(line.trimEnd()) } }),
  deadlineMs: 90_000,
  onForce: () => {
    terminal.problem('forced: everything is killed at once');
    for (const kill of killers.values()) kill();
    removeStackFile(env.dataDir);
  },
});
shutdown.listen();
// The launcher is the other end of this channel; without it signals would not be passed on.
process.once('disconnect', () => void shutdown.run('the launcher ended'));
shutdown.signal.addEventListener('abort', () => terminal.busy('stopping (Ctrl-C again to force it)'), { once: true });
shutdown.add('lock', () => lock.release());

const context: StackContext = { env, rootDir, logDir, terminal, shutdown, killers };
const starting = startStack(context);
// Registered first, hence run last but one: a step in flight when the signal came may still have something to be closed.
shutdown.add('start under way', () => starting.catch(() => undefined));
try {
  await starting;
} catch (error) {
  if (!shutdown.signal.aborted) {
    const message = error instanceof StackError ? error.message : error instanceof Error ? error.stack : String(error);
    terminal.problem(redactText(message ?? 'unknown error'));
    await shutdown.run('the start failed', error instanceof StackError ? error.exitCode : 1);
  }
}

async function takeLock(): Promise<PidLock> {
  try {
    return await acquirePidLock(join(env.dataDir, 'stack.lock'));
  } catch (error) {
    if (!(error instanceof PidLockHeldError)) return refuseDataDir(error);
    terminal.problem(
      `A stack is already running on ${env.dataDir} (process ${error.pid}). Stop it first, or give this one a folder of ` +
        'its own: TIDEMARK_DATA_DIR=.data-2 npm start',
    );
    return process.exit(1);
  }
}

/** A folder made by a run as root is closed to the user who runs next. */
function refuseDataDir(error: unknown): never {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  terminal.problem(
    `${env.dataDir} cannot be written to (made by another user?). Remove it, run as its owner, or choose another folder ` +
      'with TIDEMARK_DATA_DIR.',
  );
  return process.exit(1);
}
