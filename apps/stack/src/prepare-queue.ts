import { startManagedProcess } from '@tidemark/embedded-postgres';
import { appCommand } from './repository.ts';
import { describeExit } from './service.ts';
import type { StackContext } from './stack-context.ts';

const DEADLINE_MS = 60_000;

/** The tables of the job queue, made by the owner of the database, because the indexer may not. */
export async function prepareQueue({ rootDir, shutdown }: StackContext, ownerUrl: string): Promise<void> {
  shutdown.signal.throwIfAborted();
  const [command, ...args] = appCommand(rootDir, 'indexer', 'prepare-queue');
  const child = await startManagedProcess({
    name: 'prepare-queue',
    command,
    args,
    cwd: rootDir,
    env: { ...process.env, DATABASE_URL: ownerUrl },
    stopDeadlineMs: 5_000,
  });
  const stop = (): void => void child.stop();
  shutdown.signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, DEADLINE_MS);
  const exit = await child.exited;
  clearTimeout(timer);
  shutdown.signal.removeEventListener('abort', stop);
  shutdown.signal.throwIfAborted();
  if (exit.code !== 0) throw new Error(`prepare-queue ended with ${describeExit(exit)}: ${child.tail().join(' ')}`);
}
