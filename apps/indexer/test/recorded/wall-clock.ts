import type { Sql } from '@tidemark/schema';

/** The clock of the world: that of this process and that of the database. */
export interface WallClock {
  now(): number;
  set(ms: number): Promise<void>;
}

/**
 * Stops the clocks by which times are stored: this process's, and in a database that is still empty all functions of Postgres that tell the
 * time, for every later session. Its own schema stands before `pg_catalog` in the search path of the database, so that defaults of
 * columns, functions and statements find it, those of other processes too. What names `pg_catalog` in its own path goes by the real clock.
 */
export async function stopClocks(sql: Sql, at: number): Promise<WallClock> {
  await sql.unsafe(`
    CREATE SCHEMA wall_clock;
    GRANT USAGE ON SCHEMA wall_clock TO PUBLIC;
    CREATE TABLE wall_clock.reading (at timestamptz NOT NULL);
    GRANT SELECT ON wall_clock.reading TO PUBLIC;
    INSERT INTO wall_clock.reading VALUES (to_timestamp(${at / 1000}));
    ${['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp']
      .map(
        (name) => `CREATE FUNCTION wall_clock.${name}() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
          AS 'SELECT at FROM wall_clock.reading';`,
      )
      .join('\n')}
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = wall_clock, pg_catalog, public', current_database());
    END $$`);
  let now = at;
  // Cool-downs, ages and durations go by it. Timers do not: what waits for an answer or an end waits as long as ever.
  performance.now = () => now;
  Date.now = () => now;
  return {
    now: () => now,
    async set(ms) {
      now = ms;
      await sql`UPDATE wall_clock.reading SET at = ${new Date(ms)}::timestamptz`;
    },
  };
}
