import { toJson } from '../rows/encode-record.ts';
import type { JsonObject, LendingMarketInput, ReserveInput } from '../tables/index.ts';

/** What can change about a reserve: its configuration, and under `identity` what the account says beside it. */
export type ReserveParameters = Pick<
  ReserveInput,
  | 'lendingMarket'
  | 'tokenMint'
  | 'tokenSymbol'
  | 'tokenDecimals'
  | 'tokenProgram'
  | 'collateralMint'
  | 'collateralSupplyVault'
  | 'supplyVault'
  | 'feeVault'
  | 'config'
>;

/** The same of a lending market. Its display name is a label of ours where the chain has none, and no parameter. */
export type LendingMarketParameters = Pick<LendingMarketInput, 'name' | 'quoteCurrency' | 'config'>;

/** One object of everything that the log of changes compares, in the form in which it is stored. */
export function reserveParameters(row: ReserveParameters): JsonObject {
  const { lendingMarket, tokenMint, tokenSymbol, tokenDecimals, tokenProgram, config } = row;
  const { collateralMint, collateralSupplyVault, supplyVault, feeVault } = row;
  const token = { lendingMarket, tokenMint, tokenSymbol, tokenDecimals, tokenProgram };
  return asStored({
    identity: { ...token, collateralMint, collateralSupplyVault, supplyVault, feeVault },
    ...config,
  });
}

/** As `reserveParameters`. */
export function lendingMarketParameters({ name, quoteCurrency, config }: LendingMarketParameters): JsonObject {
  return asStored({ identity: { name, quoteCurrency }, ...config });
}

/** What the database cannot hold is replaced when it is written: compared as written, it is no change. */
function asStored(parameters: JsonObject): JsonObject {
  return JSON.parse(toJson(parameters));
}
