import { EXACT_NUMBERS } from '../state-numbers.ts';
import { AMOUNTS, RATES, MARKET, TOKEN, type Answer, type Envelope, PAGE } from './answer.ts';

const EXACT = EXACT_NUMBERS.join(' ');

/** Reserves over time. */
export const historyAnswers: Readonly<Record<string, Answer>> = {
  HistoryRow: {
    description:
      'One reserve over one bucket, or at one stored read. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp reserve ${MARKET} listed_b ${TOKEN} slot last_update_slot ${AMOUNTS} ${RATES} rewards_apr_f supply_apy_total_f price_usd_f
      borrow_apy_realised_f supply_apy_realised_f interest_f interest_usd_f interest_priced_share_f observations snapshots
      coverage_f quality_str gap_reason_str evidence_age_seconds edge_proof_str final_b filled_b ${EXACT}`,
  },
  HistoryGap: {
    description: 'A stretch of time that was not observed.',
    fields: 'reserve from to gap_reason_str',
  },
  HistoryMeta: {
    fields: `
      from to interval_str agg_str fill_str ${PAGE} as_of slot tier_str methodology gaps gaps_truncated_b`,
    nested: {
      gaps: {
        of: 'HistoryGap',
        list: true,
        description: 'Gaps of the reserves of the rows within the range, oldest first for each reserve.',
      },
    },
  },
  ReserveSparkline: {
    description: 'The course of one reserve: a number for each point, null where it is not known.',
    fields: 'reserve supply_apy_f borrow_apy_f utilization_f supplied_amount_usd_f',
  },
  SparklinesMeta: { fields: 'first_point_timestamp step_seconds point_count count' },
  ReserveAt: {
    description: 'A reserve at one moment, derived from the account that was in force then.',
    fields: `
      timestamp slot reserve ${MARKET} listed_b ${TOKEN} ${AMOUNTS} ${RATES} rewards_apr_f supply_apy_total_f price_usd_f ${EXACT} evidence_slot
      evidence_timestamp evidence_age_seconds proof_str proven_b in_gap_b gap_reason_str`,
  },
  ReserveAtMeta: { fields: 'as_of slot methodology tier_str' },
};

export const historyEnvelopes: Readonly<Record<string, Envelope>> = {
  HistoryEnvelope: { data: 'HistoryRow', list: true, description: 'By reserve, then by time.', meta: 'HistoryMeta' },
  SparklinesEnvelope: {
    data: 'ReserveSparkline',
    list: true,
    description: 'In the order of the list of reserves.',
    meta: 'SparklinesMeta',
  },
  ReserveAtEnvelope: { data: 'ReserveAt', meta: 'ReserveAtMeta' },
};
