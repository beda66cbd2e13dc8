import { type FieldGroup, numberField, textField } from '@tidemark/core';

const liquidity = { methodVersion: 'liquidity-1.1' } as const;
const UNCOVERED = 'null where it is not known: see coverage_gap_str';
const UNKNOWN_THROUGHOUT = 'null where it was not known in the whole bucket';

const amount = (description: string, formula: string, nullRule: string) =>
  numberField('base units', description, formula, { ...liquidity, type: 'decimal', nullRule });
const share = (description: string, formula: string, nullRule = UNCOVERED) =>
  numberField('factor', description, formula, { ...liquidity, nullRule });
const bonus = (which: string) =>
  numberField(
    'basis points',
    `What the liquidator keeps of the ${which} bonus, cut off.`,
    `${which} liquidation bonus × (1 − the protocol’s share of it)`,
    liquidity,
  );
const sellable = (which: string) =>
  amount(
    `What can be sold of the token for at least the reference price less the net ${which} bonus, fees included: average depth.`,
    'average depth of the token, over all pools that count',
    'null where the depth of the token is not known',
  );
const covered = (which: string) =>
  share(
    `How often the collateral of this reserve alone could be sold at once within the net ${which} bonus. Not capped.`,
    'sellable / posted collateral of the reserve',
  );
const coveredOfToken = (which: string) =>
  share(
    `The same over the collateral of all followed reserves that hold the token, which sell into the same pools: the prudent figure. At the net ${which} bonus of this reserve.`,
    'sellable / posted collateral of all reserves of the token',
  );
const fits = (bps: number) =>
  share(
    `The same at a fall of ${bps / 100} %, for the collateral of this reserve.`,
    `average depth at ${bps} bps / posted collateral`,
  );

/** Whether the collateral of a reserve can be sold within what a liquidator gets. */
export const coverageOfLiquidationFields = {
  collateral_raw: amount(
    'Collateral that is posted: receipt tokens in the vault of the reserve times what one is worth. Those in wallets are none; it includes collateral behind no debt.',
    'balance of the receipt vault × accrued supply / receipt tokens in existence',
    'null where the vault was not read',
  ),
  collateral_f: numberField('token', 'The same in whole tokens.', 'collateral_raw / 10^token_decimals', {
    ...liquidity,
    nullRule: 'null where the vault was not read',
  }),
  collateral_usd_f: numberField('USD', 'The same at the reference price.', 'collateral_f × reference price', {
    ...liquidity,
    nullRule: 'null where the vault was not read, or no price is in force',
  }),
  token_collateral_raw: amount(
    'Collateral of all followed reserves that hold the token.',
    'Σ collateral_raw',
    'null where no vault of them was read',
  ),
  token_reserves: numberField(
    'reserves',
    'Reserves whose collateral is in token_collateral_raw.',
    'counted',
    liquidity,
  ),
  token_reserves_unknown: numberField(
    'reserves',
    'Reserves of the token whose vault was not read: token_collateral_raw is too small by theirs.',
    'counted',
    liquidity,
  ),
  min_net_bonus_bps: bonus('smallest'),
  max_net_bonus_bps: bonus('largest'),
  sellable_at_min_bonus_raw: sellable('smallest'),
  sellable_at_max_bonus_raw: sellable('largest'),
  coverage_at_min_bonus_f: covered('smallest'),
  coverage_at_max_bonus_f: covered('largest'),
  token_coverage_at_min_bonus_f: coveredOfToken('smallest'),
  token_coverage_at_max_bonus_f: coveredOfToken('largest'),
  coverage_at_100_bps_f: fits(100),
  coverage_at_200_bps_f: fits(200),
  coverage_at_500_bps_f: fits(500),
  coverage_at_1000_bps_f: fits(1_000),
  coverage_gap_str: textField(
    'Why coverage is null. no_collateral: none is posted. vault_not_read: the receipt vault was not read. reserve_not_read: the reserve has no state. Otherwise why the depth of the token is not known, as depth_gap_str.',
    'read of the reserve and of the pools',
    { ...liquidity, type: 'word', nullRule: 'null where coverage is known' },
  ),
  min_coverage_at_min_bonus_f: share(
    'Smallest coverage of the bucket, at the smallest bonus.',
    'smallest stored coverage_at_min_bonus_f',
    UNKNOWN_THROUGHOUT,
  ),
  min_token_coverage_at_min_bonus_f: share(
    'Smallest coverage over all reserves of the token, at the smallest bonus.',
    'smallest stored token_coverage_at_min_bonus_f',
    UNKNOWN_THROUGHOUT,
  ),
  max_collateral_raw: amount(
    'Largest posted collateral of the bucket.',
    'largest stored collateral_raw',
    UNKNOWN_THROUGHOUT,
  ),
  min_sellable_at_min_bonus_raw: amount(
    'Smallest amount that could be sold within the smallest bonus.',
    'smallest stored sellable_at_min_bonus_raw',
    UNKNOWN_THROUGHOUT,
  ),
} satisfies FieldGroup;
