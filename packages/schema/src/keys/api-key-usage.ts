import type { Queryable, Sql } from '../create-database.ts';
import { retryConflicts } from '../queries/retry-conflicts.ts';
import { type ApiKeyInfo, apiKeyInfoColumns } from './create-api-key.ts';
import { type ApiKeyUse, touchApiKeys } from './api-keys.ts';

/** Requests of a key on a UTC day to a route. */
export interface ApiKeyUsageCount {
  readonly keyId: string;
  /** `2026-06-15`. */
  readonly day: string;
  /** Template of the route. */
  readonly route: string;
  /** Those that were refused for a limit included. */
  readonly requests: number;
  readonly limited: number;
}

/** What one process has counted since its last batch. */
export interface ApiKeyUsageBatch {
  /** A UUID of the process. */
  readonly writer: string;
  /** Grows with every batch of the writer. */
  readonly sequence: bigint;
  readonly uses: readonly ApiKeyUse[];
  readonly counts: readonly ApiKeyUsageCount[];
}

/**
 * Adds a batch of counts and the newest uses. May be repeated: a batch counts once, by its writer and number. Keys that do
 * not exist any more are passed over.
 */
export async function writeApiKeyUsage(sql: Sql, batch: ApiKeyUsageBatch): Promise<void> {
  await touchApiKeys(sql, batch.uses);
  await retryConflicts(() => sql.begin((tx) => addCounts(tx, batch)));
}

async function addCounts(tx: Queryable, { writer, sequence, counts }: ApiKeyUsageBatch): Promise<void> {
  const claimed = await tx`
    INSERT INTO lend.api_key_usage_writers AS w (writer, last_batch) VALUES (${writer}, ${sequence})
    ON CONFLICT (writer) DO UPDATE SET last_batch = excluded.last_batch, written_at = now()
    WHERE w.last_batch < excluded.last_batch
    RETURNING 1`;
  if (claimed.length === 0 || counts.length === 0) return;
  // A process that has been silent for a week has ended. One observation per process is enough.
  if (sequence === 1n) {
    await tx`DELETE FROM lend.api_key_usage_writers WHERE written_at < now() - interval '7 days'`;
  }
  // Everybody locks rows in the same order, so that two processes cannot wait for each other.
  await tx`
    INSERT INTO lend.api_key_usage AS u (key_id, day, route, requests, limited)
    SELECT c.key_id, c.day, c.route, sum(c.requests), sum(c.limited)
    FROM unnest(
      ${counts.map((count) => count.keyId)}::uuid[], ${counts.map((count) => count.day)}::date[],
      ${counts.map((count) => count.route)}::text[], ${counts.map((count) => String(count.requests))}::bigint[],
      ${counts.map((count) => String(count.limited))}::bigint[]
    ) AS c(key_id, day, route, requests, limited)
    JOIN lend.api_keys AS k ON k.id = c.key_id
    GROUP BY c.key_id, c.day, c.route ORDER BY c.key_id, c.day, c.route COLLATE "C"
    ON CONFLICT (key_id, day, route)
    DO UPDATE SET requests = u.requests + excluded.requests, limited = u.limited + excluded.limited`;
}

/** The key with this id, or null. */
export async function getApiKey(sql: Queryable, id: string): Promise<ApiKeyInfo | null> {
  const [row] = await sql<ApiKeyInfo[]>`SELECT ${apiKeyInfoColumns(sql)} FROM lend.api_keys WHERE id = ${id}`;
  return row === undefined ? null : { ...row };
}

/** Counts of a key from a day on, the newest day first, then by route. */
export async function listApiKeyUsage(
  sql: Queryable,
  { keyId, fromDay }: { readonly keyId: string; readonly fromDay: string },
): Promise<Omit<ApiKeyUsageCount, 'keyId'>[]> {
  const rows = await sql<{ day: string; route: string; requests: bigint; limited: bigint }[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, route, requests, limited FROM lend.api_key_usage
    WHERE key_id = ${keyId} AND day >= ${fromDay}::date
    ORDER BY lend.api_key_usage.day DESC, route COLLATE "C"`;
  return rows.map(({ day, route, requests, limited }) => ({
    day,
    route,
    requests: Number(requests),
    limited: Number(limited),
  }));
}
