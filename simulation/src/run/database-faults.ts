import { waitFor } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import { FAULTS, type FaultName } from '../plan/fault-list.ts';
import type { DatabaseServer } from '../processes/database-server.ts';

/** A fault that is in force; `end` undoes it. `beat` is called in each tick meanwhile. */
export interface Struck {
  readonly end: () => Promise<void>;
  readonly beat?: () => Promise<void>;
}

const NOTHING_TO_UNDO: Struck = { end: async () => undefined };

/** Strikes the database. Null for faults of other lanes. */
export async function strikeDatabase(fault: FaultName, database: DatabaseServer): Promise<Struck | null> {
  const { admin } = database;
  if (FAULTS[fault].lane !== 'postgres') return null;
  // A server that one of the faults before has made restart takes a moment.
  await waitFor(() => admin`SELECT 1`, { timeoutMs: 60_000, description: 'the database to answer' });
  switch (fault) {
    case 'postgresKilled':
      await database.kill();
      return { end: () => database.start() };
    case 'postgresStopped':
      await database.stopImmediately();
      return { end: () => database.start() };
    case 'backendKilled':
      await database.killBackend();
      return NOTHING_TO_UNDO;
    case 'readOnly':
      return makeReadOnly(admin);
    case 'connectionsTaken':
      return takeConnections(database);
    case 'postgresFrozen':
      await database.signalAll('SIGSTOP');
      return { end: () => database.signalAll('SIGCONT') };
    case 'tableLocked':
      return lockLatest(database);
    case 'sessionsEnded':
      return { end: async () => undefined, beat: () => disturb(admin, 'pg_terminate_backend') };
    case 'statementsCancelled':
      return { end: async () => undefined, beat: () => disturb(admin, 'pg_cancel_backend') };
    case 'conflicts':
      return failWrites(admin, ['40001', '40P01'], 0.5);
    case 'diskFull':
      return failWrites(admin, ['53100'], 1);
    default:
      return null;
  }
}

async function makeReadOnly(admin: Sql): Promise<Struck> {
  await admin`ALTER SYSTEM SET default_transaction_read_only = on`;
  await admin`SELECT pg_reload_conf()`;
  return {
    end: async () => {
      await admin`ALTER SYSTEM RESET default_transaction_read_only`;
      await admin`SELECT pg_reload_conf()`;
    },
  };
}

/** Ends the pipeline's sessions and takes the places that they leave, until the server has none left. */
async function takeConnections({ url, admin }: DatabaseServer): Promise<Struck> {
  const holders: Sql[] = [];
  await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tidemark%'`;
  for (let free = true; free; ) {
    const holder = postgres(url, {
      max: 1,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: 'holder' },
    });
    holders.push(holder);
    free = await holder`SELECT 1`.then(
      () => true,
      () => false,
    );
  }
  return { end: async () => void (await Promise.all(holders.map((holder) => holder.end({ timeout: 2 })))) };
}

async function lockLatest({ url }: DatabaseServer): Promise<Struck> {
  const holder = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'holder' },
  });
  // Connected first: with `fetch_types` off the driver (3.4.9) never hands out a new connection.
  await holder`SELECT 1`;
  const session = await holder.reserve();
  await session`BEGIN`;
  await session`LOCK TABLE lend.reserve_latest IN ACCESS EXCLUSIVE MODE`;
  return {
    end: async () => {
      await session`ROLLBACK`;
      session.release();
      await holder.end({ timeout: 2 });
    },
  };
}

/** Some of the sessions that are at work right now; those that are idle where none is. */
async function disturb(admin: Sql, how: 'pg_terminate_backend' | 'pg_cancel_backend'): Promise<void> {
  await admin`
    SELECT ${admin.unsafe(how)}(pid) FROM (
      SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tidemark%' OR application_name LIKE 'bullmq%'
      ORDER BY state = 'active' DESC, random() LIMIT 2) AS chosen`;
}

/** Batches fail in their last statements but one, with codes of the server's own. */
async function failWrites(admin: Sql, codes: readonly string[], rate: number): Promise<Struck> {
  const raises = codes
    .map((code, index) => `WHEN ${index} THEN RAISE EXCEPTION 'simulated' USING ERRCODE = '${code}';`)
    .join(' ');
  await admin.unsafe(`
    CREATE OR REPLACE FUNCTION simulation.fail_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF random() < ${rate} THEN CASE floor(random() * ${codes.length})::int ${raises} END CASE; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER fail_write BEFORE INSERT ON lend.batch_commits FOR EACH ROW EXECUTE FUNCTION simulation.fail_write();`);
  return { end: async () => void (await admin.unsafe('DROP TRIGGER IF EXISTS fail_write ON lend.batch_commits')) };
}
