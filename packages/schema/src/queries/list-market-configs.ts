import type { Queryable } from '../create-database.ts';
import type { JsonObject } from '../tables/index.ts';

/** The configurations of those of the given markets that are stored. */
export async function listMarketConfigs(
  sql: Queryable,
  addresses: readonly string[],
): Promise<{ readonly address: string; readonly config: JsonObject }[]> {
  const rows = await sql<{ address: string; config: JsonObject }[]>`
    SELECT address, config FROM lend.lending_markets WHERE address = ANY(${[...addresses]}::text[])`;
  return rows.map((row) => ({ ...row }));
}
