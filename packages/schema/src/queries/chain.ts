import type { Drizzle, Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type ChainRow, chain } from '../tables/index.ts';

/** The chain that the database is filled from, or null when nothing was registered yet. */
export async function getChain(db: Drizzle): Promise<ChainRow | null> {
  const [row] = await db.select().from(chain);
  return row ?? null;
}

/**
 * Claims the database for a chain, by its genesis hash. The first call decides; a later call with another hash throws
 * `CHAIN_MISMATCH` and changes nothing. The label is kept from the first call.
 */
export async function registerChain(
  sql: Sql,
  { genesisHash, clusterLabel }: { readonly genesisHash: string; readonly clusterLabel: string },
): Promise<void> {
  await sql`
    INSERT INTO lend.chain (genesis_hash, cluster_label) VALUES (${genesisHash}, ${clusterLabel})
    ON CONFLICT (singleton) DO NOTHING`;
  const [row] = await sql<{ genesis_hash: string; cluster_label: string }[]>`
    SELECT genesis_hash, cluster_label FROM lend.chain`;
  if (row?.genesis_hash === genesisHash) return;
  throw new SchemaError(
    'CHAIN_MISMATCH',
    `this database holds the chain ${row?.cluster_label} (genesis ${row?.genesis_hash}), not ${clusterLabel} (genesis ${genesisHash})`,
    { context: { expected: row?.genesis_hash ?? '', actual: genesisHash } },
  );
}
