import type { Sql } from '../create-database.ts';

/** Says how often the protocol is polled from now on: the age of its newest poll is judged by that. May be repeated. */
export async function setPollSchedule(
  sql: Sql,
  { protocol, pollIntervalMs }: { readonly protocol: string; readonly pollIntervalMs: number },
): Promise<void> {
  await sql`
    INSERT INTO lend.poll_schedule AS s (protocol, poll_interval_ms) VALUES (${protocol}, ${pollIntervalMs})
    ON CONFLICT (protocol) DO UPDATE SET poll_interval_ms = excluded.poll_interval_ms, updated_at = now()
    WHERE s.poll_interval_ms <> excluded.poll_interval_ms`;
}
