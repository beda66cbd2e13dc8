import type { Sql } from 'postgres';

/** Sessions of Postgres that did, or waited for, the same at one moment. */
export interface SessionSample {
  readonly application: string;
  readonly state: string;
  /** `Type/Event` as Postgres names it, empty where a session works. */
  readonly wait: string;
  readonly sessions: number;
  /** Of the oldest of them: seconds since its state began. */
  readonly longestSeconds: number;
  /** The beginning of its statement. */
  readonly statement: string;
}

const STATEMENT_LENGTH = 80;

/** What the sessions of the service do now, idle ones left out. Rejects while Postgres is away. */
export async function sampleSessions(sql: Sql): Promise<SessionSample[]> {
  return sql<SessionSample[]>`
    SELECT application_name AS application, coalesce(state, '') AS state,
           coalesce(wait_event_type || '/' || wait_event, '') AS wait, count(*)::int AS sessions,
           max(extract(epoch FROM clock_timestamp() - state_change))::float8 AS "longestSeconds",
           (array_agg(left(regexp_replace(query, '\\s+', ' ', 'g'), ${STATEMENT_LENGTH}::int) ORDER BY state_change))[1]
             AS statement
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
    GROUP BY 1, 2, 3 ORDER BY "longestSeconds" DESC`;
}
