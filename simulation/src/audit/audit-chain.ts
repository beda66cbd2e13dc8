import type { Finding } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';

/** The chain that the database says it is of, which is that of the first node. */
export function auditChain({ genesisHashes }: Pick<StoredFacts, 'genesisHashes'>, genesisHash: string): Finding[] {
  return genesisHashes
    .filter((hash) => hash !== genesisHash)
    .map((hash) => ({ invariant: 'chain', message: `the database says it is of ${hash}` }));
}

/** Steps back of newest rows that the database itself has noted. */
export function auditStepsBack({ stepsBack }: Pick<StoredFacts, 'stepsBack'>): Finding[] {
  return stepsBack.map((row) => ({ invariant: 'backwards', message: `database: ${JSON.stringify(row)}` }));
}
