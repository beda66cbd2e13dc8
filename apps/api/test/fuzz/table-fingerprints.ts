import type { Sql } from '@tidemark/schema';

/** What a request may change: that a key was used. */
const CHANGES_WITH_USE = ['api_key_usage', 'api_key_usage_writers'];

/** Rows and a hash of the content of every table of `lend`, but for the use of keys. */
export async function tableFingerprints(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'lend'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> ALL(${CHANGES_WITH_USE}) ORDER BY relname`;
  const fingerprints: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number; hash: string | null }[]>`
      SELECT count(*)::int AS rows, md5(string_agg(hash, '' ORDER BY hash)) AS hash
      FROM (SELECT md5((to_jsonb(t) - 'last_used_at')::text) AS hash FROM ${sql(`lend.${name}`)} AS t) AS hashes`;
    fingerprints[name] = `${row?.rows ?? 0} ${row?.hash ?? ''}`;
  }
  return fingerprints;
}
