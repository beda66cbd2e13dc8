import { HISTORY_MUTANTS } from './history-mutants.ts';
import { INGEST_MUTANTS } from './ingest-mutants.ts';
import { LIQUIDITY_MUTANTS } from './liquidity-mutants.ts';
import type { Mutant } from './mutant.ts';
import { PRICE_MUTANTS } from './price-mutants.ts';
import { PROTOCOL_MUTANTS } from './protocol-mutants.ts';
import { PROVIDER_MUTANTS } from './provider-mutants.ts';
import { SERVICE_MUTANTS } from './service-mutants.ts';

/** Every bug that the auditor has to find. */
export const MUTANTS: readonly Mutant[] = [
  ...INGEST_MUTANTS,
  ...HISTORY_MUTANTS,
  ...SERVICE_MUTANTS,
  ...PROTOCOL_MUTANTS,
  ...PRICE_MUTANTS,
  ...LIQUIDITY_MUTANTS,
  ...PROVIDER_MUTANTS,
];
