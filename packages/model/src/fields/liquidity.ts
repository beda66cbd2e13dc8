import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { coverageOfLiquidationFields } from './liquidation-coverage.ts';
import { leastDepthFields } from './least-depth.ts';
import { DEPTH_SIDES, EVIDENCE_GRADES } from './words.ts';

const liquidity = { methodVersion: 'liquidity-1.1' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const UNKNOWN = 'null where it is not known: see depth_gap_str';
const OF_ALL = `${UNKNOWN}; and in rows of one source, whose SOL is sold together with that of the others`;
const NOT_READ = 'null while the pool was not read';

const amount = (description: string, formula: string, nullRule = UNKNOWN) =>
  numberField('base units', description, formula, { ...liquidity, type: 'decimal', nullRule });
const tokens = (exact: string, nullRule = UNKNOWN) =>
  numberField('token', `The same in whole tokens: ${exact}.`, `${exact} / 10^token_decimals, as the nearest double`, {
    ...liquidity,
    nullRule,
  });
const usd = (description: string, formula: string, nullRule = UNKNOWN) =>
  numberField('USD', description, formula, { ...liquidity, nullRule });
const count = (unit: string, description: string) => numberField(unit, description, 'counted', liquidity);

/** A pool: what it is, and what was found when it was read last. */
const poolFields = {
  pool: textField('Address of the pool.', 'address of the account', { ...liquidity, type: 'address' }),
  token_a_address: textField('Mint of the token that the pool names first.', 'account of the pool', {
    ...liquidity,
    type: 'address',
    nullRule: NOT_READ,
  }),
  token_b_address: textField('Mint of the other token of the pool.', 'account of the pool', {
    ...liquidity,
    type: 'address',
    nullRule: NOT_READ,
  }),
  evidence_str: textField(
    'What the arithmetic was compared with. program: a binary of the program gave the same units. sdk: the published SDK did. source: only the source was read, nothing was executed. Of several pools the weakest.',
    'grade of the source, see docs/use/liquidity',
    { ...liquidity, type: EVIDENCE_GRADES, nullRule: 'null where no pool counts' },
  ),
  found_by_str: textField(
    'How the pool was found: listed (a node listed the accounts of the program that hold the mint) built_in (the committed list, where nodes refuse to) or configured (the settings of the indexer name it).',
    'search of the indexer',
    { ...liquidity, type: ['listed', 'built_in', 'configured'] },
  ),
  search_failure_str: textField(
    'Why the committed list was used for the token: the code of the failure with which nodes answered.',
    'search of the indexer',
    { ...liquidity, type: 'word', nullRule: 'null where they listed the pools' },
  ),
  pool_status_str: textField(
    'What came of the newest read. ok: depth is known as far as depth_gap_str says. halted: nothing can be sold, a known 0. unknown: an account was not read, or a way to take fees is not followed. refused: the account could not be decoded. missing: there is no such account. not_read: not yet.',
    'newest read of the pool',
    { ...liquidity, type: ['ok', 'halted', 'unknown', 'refused', 'missing', 'not_read'] },
  ),
  pool_detail_str: textField(
    'Why: the halt, the unknown part, or the code of the refusal.',
    'newest read of the pool',
    {
      ...liquidity,
      type: 'word',
      nullRule: 'null where pool_status_str is ok, missing or not_read',
    },
  ),
  pool_price_raw: numberField(
    'factor',
    'Price of the pool: base units of token b for one base unit of token a, to 30 significant digits.',
    'account of the pool, or its reserves',
    { ...liquidity, type: 'decimal', nullRule: 'null where the pool has no price, or was not read' },
  ),
  one_bank_b: booleanField(
    'True where the pool and everything that belongs to it were read from one bank; false: the numbers may be torn.',
    'calls of the read',
    { ...liquidity, nullRule: NOT_READ },
  ),
  lower_bound_reasons: textField(
    'Why more can be sold than the numbers say: limit_orders, dynamic_fee.',
    'account of the pool',
    { ...liquidity, type: 'words' },
  ),
  pool_used_timestamp: timeField('Time of the last swap or change, as the account states it.', 'account of the pool', {
    ...liquidity,
    nullRule: 'null where the account does not say, or was not read',
  }),
} satisfies FieldGroup;

/** What was made of a pool for one of its tokens. */
const verdictFields = {
  counted_b: booleanField(
    'True where the pool is part of the depth of the token; else excluded_reason_str says why not.',
    'rules of depth',
    liquidity,
  ),
  route_str: textField(
    'direct: the pool pays US dollar stablecoins. via_sol: it pays SOL, which is sold once for all such pools together.',
    'tokens of the pool',
    { ...liquidity, type: ['direct', 'via_sol'], nullRule: 'null where it is not counted' },
  ),
  excluded_reason_str: textField(
    'Why it is not counted: other_pair, no_reference_price, halted, unknown, no_price, stale_price, idle, dust; not_read, refused or missing where nothing was read of it. See docs/use/liquidity.',
    'rules of depth',
    { ...liquidity, type: 'word', nullRule: 'null where it is counted' },
  ),
  excluded_detail_str: textField('The halt, or what is not known.', 'newest read of the pool', {
    ...liquidity,
    type: 'word',
    nullRule: 'null where the reason needs none',
  }),
  price_gap_bps_f: numberField(
    'basis points',
    'How far the price of the token in the pool lies above the reference prices of both tokens; below where it is negative.',
    '(price of the pool / reference − 1) × 10,000',
    { ...liquidity, type: 'signed', nullRule: 'null where one of the two is not known' },
  ),
  depth_usd_f: usd(
    'What the pool takes of the token until its own price has fallen by 5 %, at the reference price.',
    'arithmetic of the program',
    'null where it is not known, or the pool was left out before',
  ),
} satisfies FieldGroup;

/** What can be sold. */
const depthFields = {
  fall_bps: numberField(
    'basis points',
    'The fall of the price that the row is about.',
    'one of 50, 100, 200, 500, 1,000',
    liquidity,
  ),
  token_in_address: textField('Mint of the token that is sold.', 'tokens of the pool', {
    ...liquidity,
    type: 'address',
  }),
  token_out_address: textField('Mint of the token that is paid.', 'tokens of the pool', {
    ...liquidity,
    type: 'address',
  }),
  marginal_in_raw: amount(
    'What leaves the seller until the price of the pool has fallen by fall_bps.',
    'arithmetic of the program',
  ),
  marginal_out_raw: amount('What arrives for it.', 'arithmetic of the program'),
  average_in_raw: amount(
    'The most that still brings the price before the sale less fall_bps, fees included; 0 where the fee alone is more.',
    'arithmetic of the program',
  ),
  average_out_raw: amount('What arrives for it.', 'arithmetic of the program'),
  depth_gap_str: textField(
    'Why a number is null. not_read: the token is lent by no followed reserve, or was not read yet. no_reference_price: the token has no price in force. no_pools: no pool of it is known. no_counted_pools: some are known and none counts, see the pools with their reasons. missing_account, missing_array, unsupported_fee_mode, above_vault, arithmetic_overflow: what of a pool is not known. beyond_depth: the pools do not take so much, as far as is known.',
    'rules of depth',
    { ...liquidity, type: 'word', nullRule: 'null where the numbers are known' },
  ),
  side_str: textField(
    'sell: the token is sold for US dollars, direct and through SOL. buy: it is bought for them, direct and through SOL.',
    'direction of the trade',
    { ...liquidity, type: DEPTH_SIDES },
  ),
  marginal_amount_raw: amount(
    'Amount of the token, sold or bought, until the price of every pool has moved by fall_bps from the reference.',
    'Σ over the pools that count, no pool used twice',
  ),
  marginal_amount_f: tokens('marginal_amount_raw'),
  marginal_usd_f: usd(
    'US dollars that it brings, or costs.',
    'at the reference prices of what the pools pay or take',
    OF_ALL,
  ),
  average_amount_raw: amount(
    'The largest amount whose mean price is no further than fall_bps from the reference, fees included.',
    'Σ over the pools that count, at one common end price: before fees (marginal), after the fee of each pool (average)',
  ),
  average_amount_f: tokens('average_amount_raw'),
  average_usd_f: usd(
    'US dollars that it brings, or costs.',
    'at the reference prices of what the pools pay or take',
    OF_ALL,
  ),
  largest_pool_share_f: numberField(
    'fraction',
    'Share of the pool that takes most of average_amount_raw.',
    'amount of the pool / average_amount_raw',
    { ...liquidity, type: 'share', nullRule: 'null where average_amount_raw is, and in rows of one source' },
  ),
  via_sol_share_f: numberField(
    'fraction',
    'Share of average_amount_raw that is traded for SOL, and SOL for US dollars.',
    'amount through SOL / average_amount_raw',
    { ...liquidity, type: 'share', nullRule: 'null where average_amount_raw is, and in rows of one source' },
  ),
  sol_leg_share_f: numberField(
    'fraction',
    'What is left for this token of the pools of SOL and US dollars where every token that is lent trades its own average_amount_raw at the same fall at once, in proportion: its SOL over the SOL of all; SOL itself trades all of its own there. 1: no other token uses them. 0: this token does not.',
    'SOL of the token / Σ SOL of all tokens that are lent, at the same side and fall',
    {
      ...liquidity,
      type: 'share',
      nullRule: 'null where average_amount_raw is, where no token trades through SOL, and in rows of one source',
    },
  ),
  pools_counted: count('pools', 'Pools that count.'),
  pools_excluded: count('pools', 'Pools that pair the token and do not count; each has a reason.'),
  pools_unknown: count('pools', 'Pools of them of which it is not known what they would take.'),
  lower_bound_b: booleanField(
    'True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far.',
    'pools of the token',
    liquidity,
  ),
  reference_price_usd_f: usd(
    'Price of one token that every pool is measured by.',
    'price of the token out of several sources, see the prices API',
    'null where no price is in force',
  ),
  reference_price_usd_raw: numberField('USD per token', 'The same, exactly.', 'newest price of the token', {
    ...liquidity,
    type: 'decimal',
    nullRule: 'null where no price is in force',
  }),
  reference_age_seconds: numberField(
    'seconds',
    'Age of the reference price at the read of the pools: since it was published, where sources say so, else since it was read.',
    'timestamp − publication of the price',
    { ...liquidity, type: 'integer', nullRule: 'null where there is no price' },
  ),
  slot_min: numberField('slots', 'Lowest slot of the banks that the numbers are of.', 'Clock sysvar of each call', {
    ...ingest,
    nullRule: 'null where nothing was read',
  }),
  slot_max: numberField('slots', 'Highest slot of them.', 'Clock sysvar of each call', {
    ...ingest,
    nullRule: 'null where nothing was read',
  }),
  caveats: textField(
    'What to read beside the numbers, by the headings of docs/use/liquidity: one_instant, amm_pools_only, shared_pools, correlated_sales, bonus_is_not_profit, posted_collateral.',
    'constant of the method',
    { ...liquidity, type: 'words' },
  ),
} satisfies FieldGroup;

/** A sale of a size. */
const quoteFields = {
  size_usd_f: numberField('USD', 'Size of the sale at the reference price.', 'one of seven sizes', liquidity),
  quote_amount_raw: amount('Amount of the token that is sold.', 'size_usd_f / reference price'),
  quote_out_usd_f: usd(
    'US dollars that it brings.',
    'the pools that count, at one common end price after the fee of each',
  ),
  price_impact_bps_f: numberField(
    'basis points',
    'What is lost of the reference price, fees included.',
    '(1 − quote_out_usd_f / worth of quote_amount_raw) × 10,000',
    { ...liquidity, type: 'signed', nullRule: UNKNOWN },
  ),
} satisfies FieldGroup;

/** What can be sold of tokens, where, and whether it is enough to liquidate. */
export const liquidityFields = {
  ...poolFields,
  ...verdictFields,
  ...depthFields,
  ...quoteFields,
  ...leastDepthFields,
  ...coverageOfLiquidationFields,
} satisfies FieldGroup;
