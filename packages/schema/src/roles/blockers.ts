import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../create-database.ts';

/** A session, or a prepared transaction, that keeps another session waiting for a lock. */
export interface Blocker {
  /** 0: a prepared transaction, which has no process. */
  readonly pid: number;
  readonly login: string;
  readonly doing: string;
}

const EVERY_MS = 100;
/** A transaction of the API that writes the use of keys is over before. */
const PATIENCE = '2 s';

/**
 * Does work whose sessions have this `application_name`. Where one waits for a lock, sessions in its way are ended that
 * `lend.may_be_ended` tells; `seen` holds who was in the way last. Needs a connection beside those of the work, from the first lock on.
 */
export async function endingBlockers<Result>(
  sql: Sql,
  { application, seen }: { readonly application: string; readonly seen: Blocker[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const watching = (async () => {
    for (;;) {
      await delay(EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      // What fails here fails the work by its own limit; before the first migration there is no such function.
      const found = await endBlockersOf(sql, application).catch(() => []);
      if (found.length > 0) seen.splice(0, seen.length, ...found);
    }
  })();
  try {
    return await work();
  } finally {
    over.abort();
    await watching;
  }
}

async function endBlockersOf(sql: Sql, application: string): Promise<readonly Blocker[]> {
  const sessions = await sql<Blocker[]>`
    SELECT b.pid, coalesce(a.usename, a.backend_type, '') AS login,
      concat_ws(' for ', a.state, round(extract(epoch FROM clock_timestamp() - a.xact_start)) || ' s') AS doing,
      CASE WHEN a.backend_xid IS NOT NULL AND lend.may_be_ended(a.usesysid, a.xact_start, ${PATIENCE})
        THEN pg_terminate_backend(a.pid) END AS ended
    FROM (
      SELECT DISTINCT unnest(pg_blocking_pids(w.pid)) AS pid FROM pg_stat_activity AS w
      WHERE w.usename = session_user AND w.application_name = ${application} AND w.wait_event_type = 'Lock'
    ) AS b LEFT JOIN pg_stat_activity AS a ON a.pid = b.pid`;
  const isPrepared = sessions.some(({ pid }) => pid === 0);
  return isPrepared ? [...sessions.filter(({ pid }) => pid > 0), ...(await rollBackPrepared(sql))] : sessions;
}

/** Of such logins and in this database; returns all that are prepared. */
async function rollBackPrepared(sql: Sql): Promise<readonly Blocker[]> {
  const found = await sql<{ gid: string; login: string; database: string; mayBeEnded: boolean }[]>`
    SELECT p.gid, p.owner AS login, p.database,
      p.database = current_database() AND lend.may_be_ended(r.oid, p.prepared, ${PATIENCE}) AS "mayBeEnded"
    FROM pg_prepared_xacts AS p JOIN pg_roles AS r ON r.rolname = p.owner`;
  for (const { gid, mayBeEnded } of found) {
    if (mayBeEnded) await sql.unsafe(`ROLLBACK PREPARED '${gid.replaceAll("'", "''")}'`);
  }
  return found.map(({ gid, login, database }) => ({
    pid: 0,
    login,
    doing: `transaction '${gid}', in database ${database}`,
  }));
}

/** `; in the way: process 4711 of tidemark_reader_a (active for 12 s)`, or nothing where nobody was seen. */
export function describeBlockers(seen: readonly Blocker[]): string {
  if (seen.length === 0) return '';
  const each = seen.map(({ pid, login, doing }) =>
    pid === 0 ? `what ${login} has prepared (${doing})` : `process ${pid} of ${login} (${doing})`,
  );
  return `; in the way: ${each.join(', ')}`;
}
