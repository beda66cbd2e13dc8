import { type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { listWords } from './protocol-words.ts';

const headroom = { methodVersion: 'headroom-2.0' } as const;
const UNKNOWN = 'the account of the market, or a setting that decides, has not been read (constraint unknown)';
const known = { nullRule: `null where ${UNKNOWN}`, ...headroom } as const;
const limited = { nullRule: `null where there is no limit (constraint none) or ${UNKNOWN}`, ...headroom } as const;
const NO_PRICE = 'the account holds no price';
const knownUsd = { nullRule: `null where ${UNKNOWN} or ${NO_PRICE}`, ...headroom } as const;
const NO_GROUPS = 'the protocol has no elevation groups';
const grouped = { nullRule: `null where ${NO_GROUPS}, or where ${UNKNOWN}`, ...headroom } as const;
const groupedUsd = { nullRule: `null where ${NO_GROUPS}, where ${UNKNOWN} or ${NO_PRICE}`, ...headroom } as const;
const NO_QUEUE = 'the protocol has no withdrawal queue';
const queue = { nullRule: `null where ${NO_QUEUE}`, ...headroom } as const;

const asAmount = (name: string) => `${name} / 10^token_decimals, as the nearest double`;
const asUsd = (name: string) => `${name} × price_raw / 10^token_decimals, as the nearest double`;
const resets = (cap: string) =>
  timeField(
    `When the ${cap} that binds starts a new interval; for one that starts in the future, that start.`,
    'start of the interval + its length; the start where it lies in the future',
    {
      nullRule: 'null where no cap binds, or where its interval is over and the next begins with its next use',
      ...headroom,
    },
  );

const OUTSIDE = 'by a position outside elevation groups';
const INSIDE =
  'by a position inside an elevation group, before the limits that its collateral reserves set for the group';
const GROSS_LIMITS =
  'least of: borrow limit − borrowed; what the debt cap leaves; available − queued; the most that keeps (borrowed + amount) / supplied below the utilization limit';
const FIRST_REFUSAL = "the first check, in the program's order, that refuses one base unit more";
const grossOf = (who: string) =>
  `The largest borrow the program accepts now ${who}, origination fee included: what the debt grows by and what leaves the vault.`;
const netOf = (who: string) =>
  `The largest borrow the program accepts now ${who}, without the origination fee: what the borrower receives, the amount of the instruction.`;
const NET =
  'largest amount with amount + fee at most the gross limit; fee = amount × origination fee, rounded half up, at least 1 base unit; 0 where the fee would take all of it';
const WITHDRAWABLE = 'What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole.';
const DEPOSITABLE = 'The largest deposit the program accepts now.';
const QUEUED = 'Worth of the collateral tokens that wait in the withdrawal queue.';
const bounds = (what: string, words: string) => `What bounds ${what}: ${words}.`;
const OR_UNKNOWN = 'or unknown where the market has not been read';

/** What can be done with a reserve now, and what bounds it. */
export const headroomFields = {
  borrowable_gross_amount_raw: numberField(
    'base units',
    grossOf(OUTSIDE),
    `borrowable_net_amount_raw + its fee; ${GROSS_LIMITS}; limit outside elevation groups − borrowed there; 0 where a switch forbids borrowing`,
    { ...known, type: 'bigInteger' },
  ),
  borrowable_gross_amount_f: numberField('token', grossOf(OUTSIDE), asAmount('borrowable_gross_amount_raw'), known),
  borrowable_gross_amount_usd_f: numberField('USD', grossOf(OUTSIDE), asUsd('borrowable_gross_amount_raw'), knownUsd),
  borrowable_net_amount_raw: numberField('base units', netOf(OUTSIDE), NET, { ...known, type: 'bigInteger' }),
  borrowable_net_amount_f: numberField('token', netOf(OUTSIDE), asAmount('borrowable_net_amount_raw'), known),
  borrowable_net_amount_usd_f: numberField('USD', netOf(OUTSIDE), asUsd('borrowable_net_amount_raw'), knownUsd),
  borrowable_constraint_str: textField(
    bounds(
      'borrowing outside elevation groups',
      `${listWords(({ constraints }) => constraints.borrow)}, ${OR_UNKNOWN}`,
    ),
    FIRST_REFUSAL,
    { ...headroom, type: 'word' },
  ),
  borrowable_resets_timestamp: resets('debt cap'),
  borrowable_in_elevation_group_gross_amount_raw: numberField(
    'base units',
    grossOf(INSIDE),
    `borrowable_in_elevation_group_net_amount_raw + its fee; ${GROSS_LIMITS}; 0 where a switch forbids borrowing`,
    { ...grouped, type: 'bigInteger' },
  ),
  borrowable_in_elevation_group_gross_amount_f: numberField(
    'token',
    grossOf(INSIDE),
    asAmount('borrowable_in_elevation_group_gross_amount_raw'),
    grouped,
  ),
  borrowable_in_elevation_group_gross_amount_usd_f: numberField(
    'USD',
    grossOf(INSIDE),
    asUsd('borrowable_in_elevation_group_gross_amount_raw'),
    groupedUsd,
  ),
  borrowable_in_elevation_group_net_amount_raw: numberField('base units', netOf(INSIDE), NET, {
    ...grouped,
    type: 'bigInteger',
  }),
  borrowable_in_elevation_group_net_amount_f: numberField(
    'token',
    netOf(INSIDE),
    asAmount('borrowable_in_elevation_group_net_amount_raw'),
    grouped,
  ),
  borrowable_in_elevation_group_net_amount_usd_f: numberField(
    'USD',
    netOf(INSIDE),
    asUsd('borrowable_in_elevation_group_net_amount_raw'),
    groupedUsd,
  ),
  borrowable_in_elevation_group_constraint_str: textField(
    bounds(
      'borrowing inside an elevation group',
      `${listWords(({ constraints }) => constraints.borrowInElevationGroup)}, ${OR_UNKNOWN}`,
    ),
    FIRST_REFUSAL,
    { nullRule: `null where ${NO_GROUPS}`, ...headroom, type: 'word' },
  ),
  borrowable_in_elevation_group_resets_timestamp: resets('debt cap'),
  withdrawable_amount_raw: numberField(
    'base units',
    WITHDRAWABLE,
    'withdrawable_collateral_raw × supplied / collateral tokens in existence, cut off; at most available − queued and what the deposit cap leaves; 0 in emergency mode',
    { ...known, type: 'bigInteger' },
  ),
  withdrawable_amount_f: numberField('token', WITHDRAWABLE, asAmount('withdrawable_amount_raw'), known),
  withdrawable_amount_usd_f: numberField('USD', WITHDRAWABLE, asUsd('withdrawable_amount_raw'), knownUsd),
  withdrawable_collateral_raw: numberField(
    'base units',
    'Collateral tokens burned for withdrawable_amount_raw, the amount of the instruction.',
    'the most collateral tokens whose worth passes every limit',
    { ...known, type: 'bigInteger' },
  ),
  withdrawable_constraint_str: textField(
    bounds('withdrawals', `${listWords(({ constraints }) => constraints.withdraw)}, ${OR_UNKNOWN}`),
    "the first check, in the program's order, that refuses one collateral token more",
    { ...headroom, type: 'word' },
  ),
  withdrawable_resets_timestamp: resets('deposit cap'),
  depositable_amount_raw: numberField(
    'base units',
    DEPOSITABLE,
    "deposit limit − supplied, and no more than takes the deposit cap's counter to its minimum; 0 in emergency mode, for an obsolete reserve and while the deposit cap starts in the future",
    { ...limited, type: 'bigInteger' },
  ),
  depositable_amount_f: numberField('token', DEPOSITABLE, asAmount('depositable_amount_raw'), limited),
  depositable_amount_usd_f: numberField('USD', DEPOSITABLE, asUsd('depositable_amount_raw'), {
    nullRule: `null where there is no limit (constraint none), ${UNKNOWN} or ${NO_PRICE}`,
    ...headroom,
  }),
  depositable_constraint_str: textField(
    bounds('deposits', `${listWords(({ constraints }) => constraints.deposit)}, ${OR_UNKNOWN}`),
    FIRST_REFUSAL,
    { ...headroom, type: 'word' },
  ),
  depositable_resets_timestamp: timeField(
    'When the deposit cap that refuses every deposit starts.',
    'start of the interval',
    { nullRule: 'null where deposits are not refused for a cap that starts in the future', ...headroom },
  ),
  queued_withdrawals_raw: numberField(
    'base units',
    QUEUED,
    'queued collateral tokens × supplied / collateral tokens in circulation, cut off',
    { ...queue, type: 'bigInteger' },
  ),
  queued_withdrawals_f: numberField('token', QUEUED, asAmount('queued_withdrawals_raw'), queue),
  queued_withdrawals_usd_f: numberField('USD', QUEUED, asUsd('queued_withdrawals_raw'), {
    nullRule: `null where ${NO_QUEUE} or ${NO_PRICE}`,
    ...headroom,
  }),
} satisfies FieldGroup;
