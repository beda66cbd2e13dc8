import { waitFor } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import { FAULTS, type FaultName } from '../plan/fault-list.ts';
import { createRandom } from '../plan/random.ts';
import { type DatabaseServer, drawnSession } from '../processes/database-server.ts';
import {
  connectionsTaken,
  countLockedOut,
  deadlocks,
  failWrites,
  lockLatest,
  makeReadOnly,
} from './database-sql-faults.ts';
import { silenceLinks } from './link-faults.ts';
import { NotPermittedError, nothingToUndo, since, type Struck } from './struck.ts';

/** Strikes the database. Null for faults of other lanes. */
export async function strikeDatabase(
  fault: FaultName,
  strength: number,
  database: DatabaseServer,
): Promise<Struck | null> {
  if (FAULTS[fault].lane !== 'postgres') return null;
  // A server that one of the faults before has made restart takes a moment.
  await waitFor(() => database.admin`SELECT 1`, { timeoutMs: 60_000, description: 'the database to answer' });
  const random = createRandom(Math.floor(strength * 2 ** 32));
  const draw: Draw = () => random.between(0, MOST_DRAWN);
  return (await strikeServer(fault, strength, database, draw)) ?? strikeWithSql(fault, database, draw);
}

/** What a fault leaves to chance while it is in force: drawn from its strength, so that the seed decides it as well. */
type Draw = () => number;
const MOST_DRAWN = 2 ** 31 - 1;

async function strikeServer(
  fault: FaultName,
  strength: number,
  database: DatabaseServer,
  draw: Draw,
): Promise<Struck | null> {
  const { link, disk } = database;
  // Clients lose their connections, and new ones are refused meanwhile.
  const standing = link.standing();
  switch (fault) {
    case 'postgresKilled':
      await database.kill();
      return { end: () => database.start(), effects: async () => standing };
    case 'postgresStopped':
      await database.stopImmediately();
      return { end: () => database.start(), effects: async () => standing };
    case 'backendKilled': {
      const isKilled = await database.killBackend(draw());
      return { end: nothingToUndo, effects: async () => (isKilled ? standing : 0) };
    }
    case 'postgresFrozen': {
      const effects = since(() => link.counts().requests);
      await database.signalAll('SIGSTOP');
      return { end: () => database.signalAll('SIGCONT'), effects };
    }
    case 'postgresHalfOpen':
      return silenceLinks([link], strength);
    case 'diskFull': {
      if (disk === null) throw new NotPermittedError('a file system of its own (mount) is not permitted here');
      const matching = await database.watchLog();
      await disk.fill();
      return {
        // A server that could not write its journal may be gone.
        end: () => disk.clear().then(() => database.start()),
        effects: () => matching(/No space left on device/),
      };
    }
    default:
      return null;
  }
}

async function strikeWithSql(fault: FaultName, database: DatabaseServer, draw: Draw): Promise<Struck | null> {
  const { admin, directUrl, link } = database;
  const matching = await database.watchLog();
  switch (fault) {
    case 'readOnly':
      return { end: await makeReadOnly(admin), effects: () => matching(/read-only transaction/) };
    case 'connectionsTaken': {
      const end = await connectionsTaken(admin, directUrl);
      // Only from here on: the last of those that took the places was refused itself. The pipeline comes over the link.
      const [refused, came] = [await database.watchLog(), since(() => link.counts().connections)];
      const pattern = /too many (?:clients|connections)|remaining connection slots/;
      return { end, effects: async () => Math.min(await refused(pattern), await came()) };
    }
    case 'tableLocked':
      return { end: await lockLatest(directUrl), effects: () => countLockedOut(admin) };
    case 'sessionsEnded':
    case 'statementsCancelled':
      return disturb(admin, fault === 'sessionsEnded' ? 'pg_terminate_backend' : 'pg_cancel_backend', draw);
    case 'conflicts':
      return { end: await failWrites(admin, ['40001'], draw()), effects: () => matching(/simulated/) };
    case 'deadlocks':
      return { ...deadlocks(connectRival(directUrl)), effects: () => matching(/deadlock detected/) };
    default:
      return null;
  }
}

/** In each tick, some of the sessions that are at work right now; those that are idle where none is. */
function disturb(admin: Sql, how: 'pg_terminate_backend' | 'pg_cancel_backend', draw: Draw): Struck {
  let atWork = 0;
  return {
    end: nothingToUndo,
    effects: async () => atWork,
    beat: async () => {
      const rows = await admin<{ active: boolean }[]>`
        SELECT ${admin.unsafe(how)}(pid), active FROM (
          SELECT pid, state = 'active' AS active FROM pg_stat_activity
          WHERE application_name LIKE 'tidemark%' OR application_name LIKE 'bullmq%'
          ORDER BY state = 'active' DESC, ${drawnSession(admin, draw())} LIMIT 2) AS chosen`;
      // To cancel what an idle session does is nothing; to end it loses it to its pool.
      atWork += rows.filter(({ active }) => active || how === 'pg_terminate_backend').length;
    },
  };
}

/** With a lock timeout that makes the pipeline's side the one that the server ends. */
function connectRival(url: string): Sql {
  return postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'holder', deadlock_timeout: 60_000, lock_timeout: 5_000 },
  });
}
