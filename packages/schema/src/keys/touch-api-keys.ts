import type { Sql } from '../create-database.ts';
import { retryConflicts } from '../queries/retry-conflicts.ts';

/** A use of a key, by its id. */
export interface ApiKeyUse {
  readonly id: string;
  readonly usedAt: Date;
}

/** Records uses that the caller gathered, in one statement. Never moves `last_used_at` back; unknown ids are passed over. */
export async function touchApiKeys(sql: Sql, uses: readonly ApiKeyUse[]): Promise<void> {
  if (uses.length === 0) return;
  const newest = new Map<string, Date>();
  for (const { id, usedAt } of uses) {
    const known = newest.get(id);
    if (known === undefined || known < usedAt) newest.set(id, usedAt);
  }
  const ids = [...newest.keys()];
  const times = [...newest.values()].map((usedAt) => usedAt.toISOString());
  await retryConflicts(
    () => sql`
      WITH used AS MATERIALIZED (
        SELECT k.id, u.used_at
        FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS u(id, used_at) JOIN lend.api_keys AS k ON k.id = u.id
        ORDER BY k.id FOR NO KEY UPDATE OF k
      )
      UPDATE lend.api_keys AS k SET last_used_at = used.used_at
      FROM used WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.used_at)`,
  );
}
