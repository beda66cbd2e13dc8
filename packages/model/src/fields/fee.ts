import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { FEE_GROUPS, GAP_REASONS } from './words.ts';

const fees = { methodVersion: 'fees-1.1' } as const;
const known = {
  ...fees,
  nullRule: 'null where the interest of no reserve of the row is known, or none of it had a price',
} as const;
const inTokens = { ...fees, nullRule: 'null where the interest is not known' } as const;
const fromTransactions = {
  type: 'nothing',
  ...fees,
  nullRule: 'always null: transactions are not indexed, so it is unknown and not 0',
} as const;

const INTEREST = 'interest that borrowers paid';
const SUPPLY_SIDE = 'the part of it that went to suppliers, without what referrers may get';
const PROTOCOL = 'the part of it that the protocol takes from the variable rate';
const REFERRER =
  'the largest part of it that referrers can have got: without a referrer of the borrower it went to the protocol';
const HOST = 'the part of it that comes from the fixed host rate';

const USD_SOURCE =
  'interest of each stretch between two states of the account times the price in force in it, rounded down in the protocol’s fixed point, added up';
const TOKEN_SOURCE = 'interest of each stretch between two states of the account, added up';
const PARTS = 'supply side + protocol + referrer + host give the interest exactly';

/** One part of the interest, exact and as the double nearest to it, in USD. */
const usd = (name: string, exact: string) => ({
  f: numberField('USD', `USD value of the ${name}.`, `${exact}, as the nearest double`, known),
  raw: numberField('USD', `Exact USD value of the ${name}.`, `${USD_SOURCE}; ${PARTS}`, { ...known, type: 'decimal' }),
});
/** The same in tokens. */
const tokens = (name: string, exact: string) => ({
  f: numberField('token', `Amount of the ${name}.`, `${exact} / 10^token_decimals, as the nearest double`, inTokens),
  raw: numberField('base units', `Exact amount of the ${name}.`, `${TOKEN_SOURCE}; ${PARTS}`, {
    ...inTokens,
    type: 'decimal',
  }),
});

const interestUsd = usd(INTEREST, 'interest_usd_raw');
const supplySideUsd = usd(SUPPLY_SIDE, 'interest_supply_side_usd_raw');
const protocolUsd = usd(PROTOCOL, 'interest_protocol_usd_raw');
const referrerUsd = usd(REFERRER, 'interest_referrer_max_usd_raw');
const hostUsd = usd(HOST, 'interest_host_usd_raw');
const interest = tokens(INTEREST, 'interest_raw');
const supplySide = tokens(SUPPLY_SIDE, 'interest_supply_side_raw');
const protocol = tokens(PROTOCOL, 'interest_protocol_raw');
const referrer = tokens(REFERRER, 'interest_referrer_max_raw');
const host = tokens(HOST, 'interest_host_raw');

const interestFields = {
  interest_supply_side_usd_f: supplySideUsd.f,
  interest_protocol_usd_f: protocolUsd.f,
  interest_referrer_max_usd_f: referrerUsd.f,
  interest_host_usd_f: hostUsd.f,
  interest_usd_raw: interestUsd.raw,
  interest_supply_side_usd_raw: supplySideUsd.raw,
  interest_protocol_usd_raw: protocolUsd.raw,
  interest_referrer_max_usd_raw: referrerUsd.raw,
  interest_host_usd_raw: hostUsd.raw,
  interest_supply_side_f: supplySide.f,
  interest_protocol_f: protocol.f,
  interest_referrer_max_f: referrer.f,
  interest_host_f: host.f,
  interest_raw: interest.raw,
  interest_supply_side_raw: supplySide.raw,
  interest_protocol_raw: protocol.raw,
  interest_referrer_max_raw: referrer.raw,
  interest_host_raw: host.raw,
} satisfies FieldGroup;

const missing = (name: string) => numberField('USD', `${name}.`, 'transactions', fromTransactions);

const statementFields = {
  liquidation_fees_usd_f: missing('Bonus that liquidators were paid'),
  liquidation_protocol_usd_f: missing('Share of the protocol in liquidation bonuses'),
  origination_fees_usd_f: missing('Fees that borrowers paid when they borrowed'),
  flash_loan_fees_usd_f: missing('Fees of flash loans'),
  fees_usd_f: numberField(
    'USD',
    'Everything that users paid, as far as coverage_str says that it is covered.',
    'interest_usd_f',
    known,
  ),
  revenue_usd_f: numberField(
    'USD',
    'What the protocol and its hosts keep. A lower bound: up to interest_referrer_max_usd_f of it is counted to the supply side.',
    'interest_protocol_usd_raw + interest_host_usd_raw, as the nearest double',
    known,
  ),
  supply_side_usd_f: numberField(
    'USD',
    'What suppliers and referrers get. An upper bound, as revenue_usd_f is a lower one; both together are fees_usd_f.',
    'interest_supply_side_usd_raw + interest_referrer_max_usd_raw, as the nearest double',
    known,
  ),
} satisfies FieldGroup;

const qualityFields = {
  coverage_f: numberField(
    'fraction',
    'Share of the time in which the reserves were observed. Interest of unobserved time is counted too: the cumulative rate carries it.',
    'observed seconds / seconds since each reserve was first seen',
    { type: 'share', ...fees, nullRule: 'null where there is nothing to observe, or nothing is computed yet' },
  ),
  coverage_str: textField(
    'What fees_usd_f covers: interest_only, as long as transactions are not indexed.',
    'constant',
    { ...fees, type: ['interest_only'] },
  ),
  unknown_reserve_count: numberField(
    'reserves',
    'Reserves whose interest is not, or not throughout, known: it is not computed yet, no read tells it, or the cumulative rate fell.',
    'counted',
    fees,
  ),
  group_by_str: textField('What a row is about: protocol, market or reserve.', 'parameter group_by', {
    ...fees,
    type: FEE_GROUPS,
  }),
  cumulative_b: booleanField(
    'True where the amounts of a row are running sums from the start of the range.',
    'parameter cumulative',
    fees,
  ),
} satisfies FieldGroup;

/** Fees, and what is known about how complete they are. */
export const feeFields = { ...interestFields, ...statementFields, ...qualityFields } satisfies FieldGroup;

/** Names that mean something narrower in rows of fees. */
export const feeVariants = {
  interest_f: interest.f,
  interest_usd_f: interestUsd.f,
  final_b: booleanField(
    'True where the period is over and later reads will not change the row.',
    'the bucket of every reserve is final',
    fees,
  ),
  gap_reason_str: textField(
    `What is missing most: the reason of the longest gap, which is ${GAP_REASONS}; not_rolled_up where the period was read and is not computed yet; interest_unknown where all was observed and the interest cannot be told, because the cumulative rate fell.`,
    'ledger of the gaps',
    { nullRule: 'null where nothing is missing', methodVersion: 'ingest-1.0' },
  ),
  timestamp: timeField('Start of the period.', 'UTC time divided by the width of the rows', fees),
  unpriced_reserve_count: numberField(
    'reserves',
    'Reserves whose interest is known and could not, or not throughout, be valued in USD. What could be is in the sums.',
    'counted',
    fees,
  ),
} satisfies FieldGroup;

/** Names that mean something narrower in what the answer says about itself. */
export const feeMetaVariants = {
  from: timeField(
    'Start of the range: rows are those of the periods that begin in it.',
    'parameter from, or the default',
  ),
  to: timeField(
    'End of the range, which does not belong to it.',
    'parameter to, or the end of the period that is not over',
  ),
} satisfies FieldGroup;
