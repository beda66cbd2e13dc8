import { rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What other tools may know of a running stack: `npm run keys` takes the database from here. */
export interface StackFacts {
  readonly pid: number;
  readonly simulated: boolean;
  readonly apiUrl: string;
  /** As the owner of everything. */
  readonly databaseUrl: string;
  /** For people who look: reads the views of `lend_v1`. That of a database of others is `databaseUrl`. */
  readonly readerUrl: string;
  readonly rpcUrls: readonly string[];
  readonly localnetWsUrl: string | null;
  readonly indexerUrl: string;
}

/** Writes `stack.json`, readable by this user only since the database URL holds a password. */
export async function writeStackFile(dataDir: string, facts: StackFacts): Promise<void> {
  const draft = join(dataDir, `stack.json.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, stackFile(dataDir));
}

/** Must work in the last moments of a forced exit, hence without waiting. */
export function removeStackFile(dataDir: string): void {
  rmSync(stackFile(dataDir), { force: true });
}

function stackFile(dataDir: string): string {
  return join(dataDir, 'stack.json');
}
