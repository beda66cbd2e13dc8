import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import {
  GAP_REASONS,
  HISTORY_AGGREGATES,
  HISTORY_FILLS,
  HISTORY_INTERVALS,
  PROOFS,
  QUALITIES,
  TIERS,
} from './words.ts';

const history = { methodVersion: 'history-1.1' } as const;
const NOT_OBSERVED = 'null where the bucket was not observed';
const ofBucket = (more: string) => ({ nullRule: `${NOT_OBSERVED}, ${more}`, ...history });

/** What happened over a bucket, from one edge to the other. */
const flowFields = {
  borrow_apy_realised_f: numberField(
    'fraction per year',
    'What borrowers really paid over the bucket, per year, with compounding.',
    '(cumulative borrow rate at the close / at the open)^(31,536,000 / seconds between them) − 1',
    { ...ofBucket('the rate fell, or the row is a single read'), type: 'signed' },
  ),
  supply_apy_realised_f: numberField(
    'fraction per year',
    'What suppliers really earned over the bucket, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative.',
    '((supplied / collateral tokens) at the close / at the open)^(31,536,000 / seconds between them) − 1',
    { ...ofBucket('no collateral token existed, or the row is a single read'), type: 'signed' },
  ),
  interest_f: numberField(
    'token',
    'Interest that borrowers paid in the bucket, observed or not: the cumulative rate carries it through gaps. Buckets add up: those of a range, however it is cut, give the interest of the range.',
    'growth of the debt by the cumulative borrow rate, state by state',
    {
      type: 'signed',
      nullRule: 'null where no read before or after tells it, the rate fell, or the row is a single read',
      ...history,
    },
  ),
  interest_usd_f: numberField(
    'USD',
    'The same in USD, at the prices that the protocol held while it accrued. Of four hours and of a day the sum of the hours that have it, as in the fees of a protocol: interest_priced_share_f says how much that is.',
    'Σ interest of a state × its price, over the hours that were priced throughout',
    {
      type: 'signed',
      nullRule: 'null where interest_priced_share_f is 0, or the row is a single read',
      ...history,
    },
  ),
  interest_priced_share_f: numberField(
    'fraction',
    'Share of the time of the bucket whose interest is in interest_usd_f: all of it or none of an hour or less, of a longer bucket that of its priced hours. 1: interest_usd_f lacks nothing.',
    'seconds of the hours whose interest is known and was priced throughout / seconds of the bucket that had passed',
    {
      type: 'share',
      nullRule: 'null where no time had passed, the bucket has not been rolled up, or the row is a single read',
      ...history,
    },
  ),
} satisfies FieldGroup;

/** How much is known of a bucket, and why not all. */
const qualityFields = {
  snapshots: numberField(
    'reads',
    'Reads among them that were stored: the account had changed, or the heartbeat was due.',
    'counted',
    {
      nullRule: 'null where the bucket has not been rolled up',
      ...history,
    },
  ),
  quality_str: textField(
    'ok: observed throughout. partial: with a gap. missing: not observed at all, so there are no numbers.',
    'coverage_f',
    { ...history, type: QUALITIES },
  ),
  gap_reason_str: textField(
    `Reason of the longest gap: ${GAP_REASONS}; not_rolled_up where the time was read and is not computed yet.`,
    'ledger of gaps',
    { nullRule: 'null where there is no gap', ...history },
  ),
  evidence_age_seconds: numberField(
    'seconds',
    'Age of the read that the values come from, at the moment that they are as of. Negative where a later read found an account that had been written before the moment.',
    'moment − chain time of the read',
    { type: 'integer', nullRule: 'null where there are no values', ...history },
  ),
  edge_proof_str: textField(
    'Why the state at the close is certain: same_account (a later read found the account unchanged), later_account (a later read found an account written before the moment), index_continuity (the cumulative rate of the next read is to the bit what this account accrues to).',
    'comparison with the next read',
    { type: PROOFS, nullRule: 'null where it is not proven, or there are no values', ...history },
  ),
  final_b: booleanField(
    'False while later reads may still change the row.',
    'a read exists at or after its end',
    history,
  ),
  filled_b: booleanField('True where the values repeat those of an earlier row.', 'parameter fill=locf', history),
} satisfies FieldGroup;

/** A reserve at one moment. */
const momentFields = {
  evidence_slot: numberField(
    'slots',
    'Slot of the read whose account was accrued to the moment.',
    'Clock sysvar of that read',
    history,
  ),
  evidence_timestamp: timeField(
    'Chain time of the read whose account was accrued to the moment.',
    'Clock sysvar of that read',
    history,
  ),
  proof_str: textField(
    'Why the state is certain: same_account, later_account or index_continuity, as in edge_proof_str.',
    'comparison with the next read',
    {
      type: PROOFS,
      nullRule: 'null where it is not proven: another state may have come and gone between two reads',
      ...history,
    },
  ),
  proven_b: booleanField('True where the state is certain.', 'proof_str is not null', history),
  in_gap_b: booleanField('True where the moment lies in a gap of the observation.', 'ledger of gaps', history),
} satisfies FieldGroup;

/** What answers of history say about themselves. */
const historyMetaFields = {
  interval_str: textField('Width of the rows: raw, 15m, 1h, 4h or 1d.', 'parameter interval', {
    ...history,
    type: HISTORY_INTERVALS,
  }),
  agg_str: textField(
    'What the numbers of a bucket are: close, open, min, max or twavg, the mean over the observed time (of an APY that of the mean APR).',
    'parameter agg',
    { type: HISTORY_AGGREGATES, nullRule: 'null where the rows are single reads', ...history },
  ),
  fill_str: textField('What was done about buckets that were not observed: none, null or locf.', 'parameter fill', {
    type: HISTORY_FILLS,
    nullRule: 'null where the rows are single reads',
    ...history,
  }),
  tier_str: textField('What the caller counts as: public or key.', 'header X-SERVICE-API-KEY', {
    ...history,
    type: TIERS,
  }),
  methodology: textField('Version of the method of the rows.', 'constant of the service', history),
  gaps_truncated_b: booleanField('True where there are more gaps than the list holds.', 'counted', history),
} satisfies FieldGroup;

/** History of reserves. */
export const historyFields = {
  ...flowFields,
  ...qualityFields,
  ...momentFields,
  ...historyMetaFields,
} satisfies FieldGroup;
