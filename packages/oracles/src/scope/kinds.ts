import { bytesOfHex } from '../accounts.ts';
import type { OracleAccountKind } from '../source.ts';

export const SCOPE_PROGRAM_ADDRESS = 'HFn8GnPADiny6XqUoWE8uRPPxb29ikn4yTuPa9MF2fWJ';

/** Entries of every account that has them. */
export const ENTRY_COUNT = 512;

const kind = <const Name extends string>(name: Name, size: number, discriminator: string) =>
  ({
    name,
    programs: [SCOPE_PROGRAM_ADDRESS],
    size,
    discriminator: bytesOfHex(discriminator),
  }) satisfies OracleAccountKind;

export const PRICES = kind('scope_prices', 28_712, '598076dd0648b492');
export const MAPPINGS = kind('scope_mappings', 29_704, '28f46e50ffd6f3bc');
export const TWAPS = kind('scope_twaps', 344_136, 'c08b1bfa35a6653d');
export const TOKEN_METADATAS = kind('scope_token_metadatas', 86_024, 'dd6b40674300a516');
export const CONFIGURATION = kind('scope_configuration', 10_240, 'c04fac1e15ad192b');

export const SCOPE_ACCOUNT_KINDS = [PRICES, MAPPINGS, TWAPS, TOKEN_METADATAS, CONFIGURATION] as const;

/** How an entry is made, by its number. Numbers that are not in here are types of a later release. */
const ENTRY_TYPES: ReadonlyMap<number, string> = new Map([
  [5, 'spl_stake'],
  [6, 'ktoken'],
  [8, 'msol_stake'],
  [9, 'ktoken_to_token_a'],
  [10, 'ktoken_to_token_b'],
  [11, 'jupiter_lp'],
  [12, 'twap_1h'],
  [13, 'orca_a_to_b'],
  [14, 'orca_b_to_a'],
  [15, 'raydium_a_to_b'],
  [16, 'raydium_b_to_a'],
  [18, 'meteora_a_to_b'],
  [19, 'meteora_b_to_a'],
  [21, 'pyth_pull'],
  [22, 'pyth_pull_ema'],
  [23, 'fixed'],
  [24, 'switchboard_on_demand'],
  [25, 'jito_restaking'],
  [26, 'chainlink'],
  [27, 'discount_to_maturity'],
  [28, 'most_recent_of'],
  [29, 'pyth_lazer'],
  [30, 'redstone'],
  [31, 'adrena_lp'],
  [32, 'securitize'],
  [33, 'capped_floored'],
  [34, 'chainlink_rwa'],
  [35, 'chainlink_nav'],
  [36, 'flashtrade_lp'],
  [37, 'chainlink_x'],
  [38, 'chainlink_exchange_rate'],
  [39, 'capped_most_recent_of'],
  [40, 'twap_8h'],
  [41, 'twap_24h'],
  [42, 'twap_7d'],
  [43, 'multiplication_chain'],
  [44, 'spl_balance'],
  [45, 'staked_sol_balance'],
  [46, 'total_mint_supply'],
  [47, 'conditional'],
  [48, 'pyth_lazer_ema'],
  [49, 'ctoken_exchange_rate'],
]);

/** The name of a type; `unused` for 0, `unknown_<number>` for what this decoder does not know: retired types and later ones. */
export function entryTypeName(type: number): string {
  return type === 0 ? 'unused' : (ENTRY_TYPES.get(type) ?? `unknown_${type}`);
}
