import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { SchemaError } from '../schema-error.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
/** Somebody else has committed the same batch meanwhile: the next attempt finds it. */
const BATCH_IS_COMMITTED: ReadonlySet<unknown> = new Set([
  'poll_batches_pkey',
  'price_batches_committed_idx',
  'liquidity_batches_committed_idx',
]);
const MAX_ATTEMPTS = 4;

/**
 * Runs a transaction again when the server ended it in favour of another one. After four attempts throws `WRITE_CONFLICT`,
 * which is retryable: nothing was written.
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new SchemaError('WRITE_CONFLICT', `gave up after ${attempt} conflicts with other writers`, {
          cause: error,
          retryable: true,
        });
      }
      await sleep(10 * attempt + Math.random() * 20);
    }
  }
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError &&
    (error.code === SERIALIZATION_FAILURE ||
      error.code === DEADLOCK_DETECTED ||
      (error.code === UNIQUE_VIOLATION && BATCH_IS_COMMITTED.has(error.constraint_name)))
  );
}
