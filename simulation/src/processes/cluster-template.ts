import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import { createApiKey, createDatabase, migrate } from '@tidemark/schema';
import postgres from 'postgres';
import { NEWEST_STATES } from '../run/private-tables.ts';
import { runMigrations, runToItsEnd } from './pipeline.ts';

const execFileAsync = promisify(execFile);

/** Name of the database of every run. */
export const DATABASE_NAME = 'tidemark';

/**
 * What a process that is killed cannot lose is in the system's memory, so fsync may be off; a commit must have left the
 * server's own memory, so synchronous_commit may not.
 */
export const CLUSTER_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'on',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '120',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
};

/** A cluster with the tables in it, to be copied for each run. */
export interface ClusterTemplate {
  readonly dir: string;
  /** A key that every copy knows. */
  readonly apiKey: string;
  /** Copies the cluster into a folder that does not exist yet. */
  copyTo(dir: string): Promise<void>;
}

/**
 * Notes in the database itself each time a latest row goes back, which samples could miss. Two readings of one slot are
 * no step back.
 */
const LATEST_GUARD = `
  CREATE SCHEMA simulation;
  CREATE TABLE simulation.steps_back (reserve text, from_slot bigint, to_slot bigint, from_at timestamptz, to_at timestamptz);
  CREATE FUNCTION simulation.note_step_back() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO simulation.steps_back VALUES (OLD.reserve, OLD.slot, NEW.slot, OLD.observed_at, NEW.observed_at);
      RETURN NULL;
    END $$;
  CREATE TRIGGER note_step_back AFTER UPDATE ON ${NEWEST_STATES} FOR EACH ROW
    WHEN (NEW.slot < OLD.slot OR NEW.observed_at < OLD.observed_at) EXECUTE FUNCTION simulation.note_step_back();`;

/** Makes the template in `dir`; what lies there goes. The schema is the one of the version in `codeDir`, if one is given. */
export async function makeClusterTemplate(dir: string, codeDir: string | null = null): Promise<ClusterTemplate> {
  await rm(dir, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ dataDir: dir, port: 0, settings: CLUSTER_SETTINGS });
  try {
    await server.ensureDatabase(DATABASE_NAME);
    const url = server.url(DATABASE_NAME);
    await (codeDir === null ? migrate({ url }) : runMigrations(url, codeDir));
    const admin = postgres(url, { max: 1, onnotice: () => undefined });
    await admin.unsafe(LATEST_GUARD);
    await admin.end();
    const apiKey = codeDir === null ? await makeKey(url) : await makeKeyWith(codeDir, url);
    if (server.clusterDir !== join(dir, 'cluster')) {
      throw new Error(
        `${dir} cannot be reached by the user that Postgres runs as: name another folder with --work-dir`,
      );
    }
    return {
      dir,
      apiKey,
      copyTo: async (target) => void (await execFileAsync('cp', ['-a', '--reflink=auto', dir, target])),
    };
  } finally {
    await server.stop();
  }
}

async function makeKey(url: string): Promise<string> {
  const database = createDatabase({ url, maxConnections: 1, applicationName: 'simulation' });
  const { key } = await createApiKey(database.sql, { username: 'simulation' });
  await database.close();
  return key;
}

/** By the version whose tables they are. */
async function makeKeyWith(codeDir: string, url: string): Promise<string> {
  const lines = await runToItsEnd({
    name: 'keys',
    entry: 'packages/schema/dist/keys-cli.js',
    args: ['create', '--username', 'simulation'],
    codeDir,
    env: { DATABASE_URL: url },
  });
  const key = /\btdm_\w{49}\b/.exec(lines.join('\n'))?.[0];
  if (key === undefined) throw new Error(`no key in what the old version said:\n${lines.join('\n')}`);
  return key;
}
