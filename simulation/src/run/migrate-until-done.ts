import { setTimeout as delay } from 'node:timers/promises';
import type { FailedMigration } from '../audit/audit-migrations.ts';

/** How long an outage takes is up to the machine: four minutes on one that starts processes at once. */
const MIGRATION_TRIES = 300;
const MIGRATION_PAUSE_MS = 500;

/** As a job of an orchestrator: again where it failed, up to three hundred times. Each try that failed is added to `failed`. */
export async function migrateUntilDone(
  migrate: () => Promise<void>,
  failed: FailedMigration[],
  pauseMs = MIGRATION_PAUSE_MS,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const from = new Date();
    try {
      await migrate();
      return;
    } catch (error) {
      failed.push({ from, to: new Date(), message: error instanceof Error ? error.message : String(error) });
      if (tries === MIGRATION_TRIES) throw error;
      await delay(pauseMs);
    }
  }
}
