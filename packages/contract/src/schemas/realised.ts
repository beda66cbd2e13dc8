import { z } from 'zod';
import { field, gapReason, nonNegative } from './fields.ts';

const borrowGap = () => gapReason(['not_enough_history', 'index_reset', 'out_of_range']);
const supplyGap = () => gapReason(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']);
const seconds = () => z.int().min(1).nullable();
const borrowed = () => nonNegative().nullable();
const earned = () => z.number().min(-1).nullable();

/** Realised rates by window. Each is null exactly where the gap beside it gives a reason. */
export const realisedShape = {
  realised_1h_seconds: field('realised_1h_seconds', seconds()),
  borrow_apy_realised_1h_f: field('borrow_apy_realised_1h_f', borrowed()),
  borrow_apy_realised_1h_gap_str: field('borrow_apy_realised_1h_gap_str', borrowGap()),
  supply_apy_realised_1h_f: field('supply_apy_realised_1h_f', earned()),
  supply_apy_realised_1h_gap_str: field('supply_apy_realised_1h_gap_str', supplyGap()),
  realised_24h_seconds: field('realised_24h_seconds', seconds()),
  borrow_apy_realised_24h_f: field('borrow_apy_realised_24h_f', borrowed()),
  borrow_apy_realised_24h_gap_str: field('borrow_apy_realised_24h_gap_str', borrowGap()),
  supply_apy_realised_24h_f: field('supply_apy_realised_24h_f', earned()),
  supply_apy_realised_24h_gap_str: field('supply_apy_realised_24h_gap_str', supplyGap()),
  realised_7d_seconds: field('realised_7d_seconds', seconds()),
  borrow_apy_realised_7d_f: field('borrow_apy_realised_7d_f', borrowed()),
  borrow_apy_realised_7d_gap_str: field('borrow_apy_realised_7d_gap_str', borrowGap()),
  supply_apy_realised_7d_f: field('supply_apy_realised_7d_f', earned()),
  supply_apy_realised_7d_gap_str: field('supply_apy_realised_7d_gap_str', supplyGap()),
  realised_30d_seconds: field('realised_30d_seconds', seconds()),
  borrow_apy_realised_30d_f: field('borrow_apy_realised_30d_f', borrowed()),
  borrow_apy_realised_30d_gap_str: field('borrow_apy_realised_30d_gap_str', borrowGap()),
  supply_apy_realised_30d_f: field('supply_apy_realised_30d_f', earned()),
  supply_apy_realised_30d_gap_str: field('supply_apy_realised_30d_gap_str', supplyGap()),
};
