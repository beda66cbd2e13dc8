import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { GAP_REASONS, PRICE_BASES, QUALITIES } from './words.ts';

const aggregate = { methodVersion: 'aggregate-1.1' } as const;
const NO_PRICE = 'null where no reserve of the sum has a price';
const usd = { nullRule: NO_PRICE, ...aggregate } as const;
const counted = (description: string, formula = 'counted') => numberField('reserves', description, formula, aggregate);

/** How many reserves an aggregate is about, and how many of them its sums cover. */
const countFields = {
  reserve_count: counted('Reserves that the row is about, whatever their status.'),
  active_reserve_count: counted('Reserves of them that are active.', 'status active'),
  obsolete_reserve_count: counted(
    'Reserves of them that are obsolete: closed to new deposits and loans. What they hold is in the sums.',
    'status obsolete',
  ),
  hidden_reserve_count: counted(
    'Reserves of them that are hidden from the protocol’s own site. What they hold is in the sums.',
    'status hidden',
  ),
  missing_reserve_count: counted(
    'Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row.',
    'reserves that are expected − reserves whose state is known',
  ),
  priced_reserve_count: counted(
    'Reserves of the sums that have a price. Sums in USD are over these.',
    'price_raw > 0; with price=aggregate those whose token has a price in force',
  ),
  unpriced_reserve_count: counted(
    'Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it.',
    'price_raw is 0; with price=aggregate those whose token has no price in force',
  ),
} satisfies FieldGroup;

/** Sums of exact integers over the reserves that have a price, rounded once at the end. */
const sumFields = {
  supplied_usd_f: numberField(
    'USD',
    'What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested.',
    'Σ supplied amount × price over priced reserves',
    usd,
  ),
  borrowed_usd_f: numberField(
    'USD',
    'What is borrowed, in USD at the prices that price_basis_str names.',
    'Σ borrowed amount × price over priced reserves',
    usd,
  ),
  available_usd_f: numberField(
    'USD',
    'What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names.',
    'Σ available amount × price over priced reserves',
    usd,
  ),
  tvl_usd_f: numberField(
    'USD',
    'Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers.',
    'Σ (supplied − borrowed) × price over priced reserves, before any rounding',
    { ...usd, type: 'signed' },
  ),
  supply_apy_wavg_f: numberField(
    'fraction per year',
    'Mean of the supply APYs, weighted by what is supplied in USD.',
    'Σ APY × supplied in USD / Σ supplied in USD, over priced reserves',
    { nullRule: `${NO_PRICE}, or nothing is supplied`, ...aggregate },
  ),
  borrow_apy_wavg_f: numberField(
    'fraction per year',
    'Mean of the borrow APYs, weighted by what is borrowed in USD.',
    'Σ APY × borrowed in USD / Σ borrowed in USD, over priced reserves',
    { nullRule: `${NO_PRICE}, or nothing is borrowed`, ...aggregate },
  ),
} satisfies FieldGroup;

/** How much the prices and the reads behind a sum are worth. */
const evidenceFields = {
  usable_price_share_f: numberField(
    'fraction',
    'Share of what is supplied, in USD and at prices that the program has a verdict on, whose price passed every check at its last refresh, as usable_for_borrow_b says; the rest is valued at a price that the program would not accept as it stands, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them.',
    'Σ supplied in USD where all six bits of price_status are set / Σ supplied in USD where the protocol keeps price_status',
    {
      nullRule: `${NO_PRICE} with a verdict, or nothing is supplied in those that have; null with price=aggregate, as verdicts are about the protocols’ prices`,
      ...aggregate,
    },
  ),
  unjudged_reserve_count: counted(
    'Reserves of the sums with a price that the protocol keeps no verdict on: usable_price_share_f says nothing of them. With price=aggregate all that have a price.',
    'priced reserves without price_status',
  ),
  fresh_price_share_f: numberField(
    'fraction',
    'Share of what is supplied, in USD and in reserves with a greatest age of their price, whose price was no older than that when the reserve was read. A price that grew old since the last refresh shows here, where the verdict stays as it was. Reserves without a greatest age are in neither part: ageless_reserve_count counts them. Nor are those without a price.',
    'Σ supplied in USD where timestamp of the read − timestamp of the price ≤ max_price_age_seconds / Σ supplied in USD where there is max_price_age_seconds',
    {
      nullRule: `${NO_PRICE} with a greatest age, or nothing is supplied in those that have; null with price=aggregate`,
      ...aggregate,
    },
  ),
  ageless_reserve_count: counted(
    'Reserves of the sums with a price that may have any age: fresh_price_share_f says nothing of them. With price=aggregate all that have a price.',
    'priced reserves without max_price_age_seconds',
  ),
  oldest_input_age_seconds: numberField(
    'seconds',
    'How far the oldest read in the sums lies behind the newest read of the protocol.',
    'newest chain time of the protocol − smallest chain time among the reserves of the sums',
    { nullRule: 'null where the sums have no reserve', ...aggregate },
  ),
  oldest_price_age_seconds: numberField(
    'seconds',
    'How far the oldest price in the sums lies behind the newest read of the protocol.',
    'newest chain time of the protocol − smallest price_timestamp (with price=aggregate published_timestamp) among priced reserves',
    { type: 'integer', nullRule: `${NO_PRICE}, or one of the prices says no time`, ...aggregate },
  ),
  unpriced_reserves: textField(
    'Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them.',
    'reserves whose price_raw is 0; with price=aggregate those whose token has no price in force',
    { ...aggregate, type: 'addresses' },
  ),
  price_basis_str: textField(
    'Whose prices the sums in USD are at: protocol, those that the reserves hold; aggregate, those of their tokens out of several sources.',
    'parameter price',
    { ...aggregate, type: PRICE_BASES },
  ),
  unpriced_supply_share_f: numberField(
    'fraction',
    'Share of the supplied amount of the token that lies in reserves without a price, and so is in no sum in USD.',
    'Σ supplied amount over reserves without a price / Σ supplied amount',
    { nullRule: 'null where nothing is supplied', ...aggregate },
  ),
} satisfies FieldGroup;

/** How many reserves a row of history should be about, and is. */
const expectationFields = {
  reserves_expected: counted(
    'Reserves that there were in the bucket: first seen before its end, and not gone from the chain before its start.',
  ),
  reserves_observed: counted('Reserves of them that were observed in the bucket. All sums are over these.'),
} satisfies FieldGroup;

const NONE_PRICED = { nullRule: 'null where there are such reserves and none has a price', ...aggregate } as const;

/** What a sum over several lending markets leaves out. */
const leftOutFields = {
  unlisted_reserve_count: counted(
    'Reserves of lending markets that are not listed. They are in no other field of the row.',
    'listed_b of the lending market is false',
  ),
  unlisted_supplied_usd_f: numberField(
    'USD',
    'What is supplied in reserves of lending markets that are not listed, at the prices that those hold: anybody can have set them.',
    'Σ supplied amount × price over priced reserves of unlisted markets; 0 where there is no such reserve',
    NONE_PRICED,
  ),
  unlisted_borrowed_usd_f: numberField(
    'USD',
    'What is borrowed from reserves of lending markets that are not listed.',
    'Σ borrowed amount × price over priced reserves of unlisted markets; 0 where there is no such reserve',
    NONE_PRICED,
  ),
  wrapped_reserve_count: counted(
    'Reserves of listed markets that lend on through a reserve of a listed market: what they hold is counted there, once.',
    'underlying_reserve is of a listed market',
  ),
} satisfies FieldGroup;

/** Totals of markets, tokens and the protocol. */
export const aggregateFields = {
  ...countFields,
  ...leftOutFields,
  ...sumFields,
  ...evidenceFields,
  ...expectationFields,
} satisfies FieldGroup;

const NOTHING = 'null where the sums have no reserve';

/** Names that mean something wider in the latest totals: `about` completes "of". */
export function momentVariants(about: string) {
  return {
    timestamp: timeField(
      `Newest chain time among the reserves ${about} that are in the sums.`,
      'largest clock of the banks that they were read from',
      { nullRule: NOTHING },
    ),
    slot: numberField(
      'slots',
      `Newest slot among the reserves ${about} that are in the sums.`,
      'largest slot of them',
      {
        nullRule: NOTHING,
        methodVersion: 'ingest-1.0',
      },
    ),
  };
}

/** Utilization of a sum in USD. */
export const utilizationOfUsd = numberField(
  'fraction',
  'Share of what is supplied that is borrowed, both in USD. Not held to 0..1.',
  'borrowed_usd_f / supplied_usd_f before rounding; 0 when nothing is supplied',
  usd,
);

const tokenAmount = (what: string) =>
  numberField(
    'token',
    `What is ${what} in all reserves of the token, in whole tokens. Known without a price too.`,
    `Σ ${what} amount`,
    { nullRule: NOTHING, ...aggregate },
  );

/** What differs where reserves of one token are added up: amounts add up, and weigh, without a price. */
export const tokenVariants = {
  supplied_amount_f: tokenAmount('supplied'),
  borrowed_amount_f: tokenAmount('borrowed'),
  available_amount_f: tokenAmount('available'),
  utilization_f: numberField(
    'fraction',
    'Share of the supplied amount that is borrowed. Not held to 0..1.',
    'Σ borrowed amount / Σ supplied amount; 0 when nothing is supplied',
    { nullRule: NOTHING, ...aggregate },
  ),
  supply_apy_wavg_f: numberField(
    'fraction per year',
    'Mean of the supply APYs, weighted by the supplied amount in tokens.',
    'Σ APY × supplied amount / Σ supplied amount',
    { nullRule: `${NOTHING}, or nothing is supplied`, ...aggregate },
  ),
  borrow_apy_wavg_f: numberField(
    'fraction per year',
    'Mean of the borrow APYs, weighted by the borrowed amount in tokens.',
    'Σ APY × borrowed amount / Σ borrowed amount',
    { nullRule: `${NOTHING}, or nothing is borrowed`, ...aggregate },
  ),
};

/** What differs in rows of history, whatever is added up in them. */
export const aggregateHistoryVariants = {
  timestamp: timeField('Start of the bucket, in UTC. Values are those at its close.', 'parameter interval'),
  usable_price_share_f: numberField(
    'fraction',
    'Share of what is supplied, in USD and at prices that there is a verdict on, whose price had passed every check of the program at its last refresh before the close; the rest is valued at a price that the program would not have accepted, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them.',
    'Σ supplied in USD where close_price_status has all bits of 63 / Σ supplied in USD where there is close_price_status',
    { nullRule: `${NO_PRICE} with a verdict, or nothing is supplied in those that have`, ...aggregate },
  ),
  unjudged_reserve_count: counted(
    'Reserves of the sums with a price that there is no verdict on, because the protocol keeps none or the bucket was rolled up before rollup_version 2: usable_price_share_f says nothing of them.',
    'priced reserves without close_price_status',
  ),
  oldest_price_age_seconds: numberField(
    'seconds',
    'Age of the oldest price in the sums at the close.',
    'largest of close − time of the price among priced reserves',
    {
      type: 'integer',
      nullRule: `${NO_PRICE}, one of the prices says no time, or a bucket was rolled up before rollup_version 2`,
      ...aggregate,
    },
  ),
  coverage_f: numberField(
    'fraction',
    'Share of the bucket in which the expected reserves were observed.',
    'Σ observed seconds / Σ seconds of the bucket that have passed and in which the reserve was known',
    { type: 'share', nullRule: 'null where the bucket has not been rolled up for any reserve', ...aggregate },
  ),
  quality_str: textField(
    'ok: every expected reserve was observed throughout. partial: some were not, or not throughout; missing_reserve_count reserves are in no sum. missing: none was observed, so there are no numbers.',
    'quality of the buckets of the reserves',
    { ...aggregate, type: QUALITIES },
  ),
  gap_reason_str: textField(
    `What most of the gaps of the reserves are put down to: ${GAP_REASONS}; not_rolled_up where the time was read and is not computed yet.`,
    'ledger of gaps',
    { nullRule: 'null where no reserve has a gap', ...aggregate },
  ),
  final_b: booleanField(
    'False while later reads may still change the row, and for up to a minute or two while the row is one from before a correction of its bucket.',
    'the buckets of all expected reserves are final, and have not changed since the rollup stored the row',
    aggregate,
  ),
};

/** Ends of a range, as every answer of aggregated history says them. */
export const aggregateRangeVariants = {
  from: timeField(
    'Start of the range: rows are those of the buckets that begin in it.',
    'parameter from, or a default',
  ),
  to: timeField(
    'End of the range, which does not belong to it.',
    'parameter to, or the end of the bucket that is not over',
  ),
};
