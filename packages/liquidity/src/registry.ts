import type { SourceName } from './source.ts';

export interface KnownPool {
  readonly source: SourceName;
  readonly address: string;
  /** For people to read: what the accounts say counts. */
  readonly pair: string;
}

/**
 * Pools of mainnet whose accounts were read once: a start where a provider refuses to list program accounts. Far from all, and no
 * statement that they still hold anything.
 */
export const KNOWN_POOLS: readonly KnownPool[] = [
  { source: 'raydium_clmm', address: '3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv', pair: 'SOL/USDC' },
  { source: 'orca_whirlpool', address: '4fuUiYxTQ6QCrdSq9ouBYcTM7bqSwYTSyLueGZLTy4T4', pair: 'USDC/USDT' },
  { source: 'orca_whirlpool', address: '7qbRF6YsyGuLUVs6Y1q64bdVrfe4ZcUUz1JRdoVNUJnm', pair: 'SOL/USDC' },
  { source: 'orca_whirlpool', address: '9p7abUFv31ycgu9kckvnoqMMvBy67dqTDM2m6HP9xokN', pair: 'TSLAx/USDC' },
  { source: 'orca_whirlpool', address: 'AU971DrPyhhrpRnmEBp5pDTWL2ny7nofb5vYBjDJkR2E', pair: 'ETH/USDC' },
  { source: 'orca_whirlpool', address: 'AiMZS5U3JMvpdvsr1KeaMiS354Z1DeSg5XjA4yYRxtFf', pair: 'mSOL/USDC' },
  { source: 'orca_whirlpool', address: 'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE', pair: 'SOL/USDC' },
  { source: 'orca_whirlpool', address: 'HJPjoWUrhoZzkNfRpHuieeFk9WcZWjwy6PBjZ81ngndJ', pair: 'SOL/USDC' },
  { source: 'orca_whirlpool', address: 'HQcY5n2zP6rW74fyFEhWeBd3LnJpBcZechkvJpmdb8cx', pair: 'SOL/mSOL' },
  { source: 'orca_whirlpool', address: 'Hp53XEtt4S8SvPCXarsLSdGfZBuUr5mMmZmX2DRNXQKp', pair: 'SOL/JitoSOL' },
  { source: 'raydium_amm_v4', address: '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2', pair: 'SOL/USDC' },
];
