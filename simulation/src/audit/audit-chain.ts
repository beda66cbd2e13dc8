import type { Finding } from './finding.ts';
import type { StoredFacts, StoredRow } from './stored-facts.ts';

/** The chain that the database says it is of: that of the first node, and no other, as soon as anything is stored. */
export function auditChain(
  { genesisHashes, batches }: Pick<StoredFacts, 'genesisHashes' | 'batches'>,
  genesisHash: string,
): Finding[] {
  const isUnnamed = genesisHashes.length === 0 && batches.some(({ outcome }) => outcome === 'committed');
  const claims = isUnnamed ? ['no chain'] : genesisHashes.filter((hash) => hash !== genesisHash);
  return claims.map((claim) => ({ invariant: 'chain', message: `the database says it is of ${claim}` }));
}

/** Steps back of newest rows that the database itself has noted. */
export function auditStepsBack(stepsBack: readonly StoredRow[]): Finding[] {
  return stepsBack.map((row) => ({ invariant: 'backwards', message: `database: ${JSON.stringify(row)}` }));
}
