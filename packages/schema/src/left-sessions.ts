import type { Sql } from './create-database.ts';

interface LeftSession {
  readonly pid: number;
  /** When its transaction began, by `performance.now()`. */
  readonly begunAt: number;
}

export interface LeftSessions {
  /** Remembers the session of a transaction that began at `begunAt` and whose connection is lost. */
  add(pid: number, begunAt: number): void;
  /** Ends those that are still there. Never fails; what could not be asked now is asked the next time. */
  end(): Promise<void>;
}

/**
 * Sessions that this process has left behind. A connection that is lost to us may be open to the server, by a proxy or a host
 * that vanished, and its transaction keeps its locks for as long as it seems so. Postgres 15 and 16 know no limit of a
 * transaction; whoever begins the next one ends the session first.
 */
export function createLeftSessions(sql: Sql): LeftSessions {
  const left = new Set<LeftSession>();
  return {
    add: (pid, begunAt) => void left.add({ pid, begunAt }),
    async end() {
      if (left.size === 0) return;
      await Promise.all(
        [...left].map((session) =>
          terminate(sql, session).then(
            () => left.delete(session),
            () => undefined,
          ),
        ),
      );
    },
  };
}

/** A number may be another session's by now: of one that began later, or of another login. An idle one has no transaction. */
export const TERMINATE_SESSION = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1::int AND usename = session_user AND state IS DISTINCT FROM 'idle'
    AND backend_start <= clock_timestamp() - $2::float8 * interval '1 millisecond'`;

async function terminate(sql: Sql, { pid, begunAt }: LeftSession): Promise<void> {
  await sql.unsafe(TERMINATE_SESSION, [pid, performance.now() - begunAt]);
}
