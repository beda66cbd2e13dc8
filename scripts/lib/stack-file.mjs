import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The database URL of the local stack that runs on the data folder, or null when none does. */
export function runningStackDatabaseUrl(dataDir) {
  try {
    const { pid, databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8'));
    process.kill(pid, 0);
    return databaseUrl;
  } catch {
    return null;
  }
}
