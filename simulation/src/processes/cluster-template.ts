import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@tidemark/runtime';
import { createApiKey, createDatabase, migrate } from '@tidemark/schema';
import postgres from 'postgres';

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
  CREATE TRIGGER note_step_back AFTER UPDATE ON lend.reserve_latest FOR EACH ROW
    WHEN (NEW.slot < OLD.slot OR NEW.observed_at < OLD.observed_at) EXECUTE FUNCTION simulation.note_step_back();`;

/** Makes the template in `dir`; what lies there goes. */
export async function makeClusterTemplate(dir: string): Promise<ClusterTemplate> {
  await rm(dir, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ dataDir: dir, port: 0, settings: CLUSTER_SETTINGS });
  try {
    await server.ensureDatabase(DATABASE_NAME);
    const url = server.url(DATABASE_NAME);
    await migrate({ url });
    const admin = postgres(url, { max: 1, onnotice: () => undefined });
    await admin.unsafe(LATEST_GUARD);
    await admin.end();
    const database = createDatabase({ url, maxConnections: 1, applicationName: 'simulation' });
    const { key } = await createApiKey(database.sql, { username: 'simulation' });
    await database.close();
    if (server.clusterDir !== join(dir, 'cluster')) {
      throw new Error(
        `${dir} cannot be reached by the user that Postgres runs as: name another folder with --work-dir`,
      );
    }
    return {
      dir,
      apiKey: key,
      copyTo: async (target) => void (await execFileAsync('cp', ['-a', '--reflink=auto', dir, target])),
    };
  } finally {
    await server.stop();
  }
}
