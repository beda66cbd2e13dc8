import { withTimeout } from '@tidemark/core';
import type { ManagedProcess } from '@tidemark/embedded-postgres';

/** Exit code of an indexer whose database is of another chain. */
const EXIT_CHAIN_MISMATCH = 65;
/** Faults of the database may go on for long after the indexer was started, and a busy machine starts it slowly. */
const TIMEOUT_MS = 240_000;

/**
 * An indexer of another chain has to go away by itself. While the database is down it cannot know, and waits. One that stays is
 * killed: what refuses nothing must not hold up the run. Throws what was not in order.
 */
export async function expectRefusal(program: ManagedProcess, timeoutMs = TIMEOUT_MS): Promise<void> {
  const exit = await exitWithin(program, timeoutMs);
  if (exit?.code === EXIT_CHAIN_MISMATCH) return;
  if (exit === null) {
    program.signal('SIGKILL');
    await program.exited;
  }
  const how = exit === null ? `had not gone ${timeoutMs / 1000} s later` : `ended with ${exit.signal ?? exit.code}`;
  throw new Error(`an indexer of another chain ${how}:\n${program.tail().join('\n')}`);
}

function exitWithin(program: ManagedProcess, timeoutMs: number) {
  return withTimeout(program.exited, timeoutMs, 'the end').catch(() => null);
}
