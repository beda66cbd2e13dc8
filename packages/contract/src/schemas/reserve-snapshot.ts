import { z } from 'zod';
import { dataEnvelope } from './envelope.ts';
import { address, field, nonNegative, unixSeconds } from './fields.ts';

const exampleSnapshot = {
  timestamp: 1_790_300_470,
  lending_market: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lending_market_name: 'Main Market',
  token_symbol: 'SOL',
  available_amount_f: 250_000.5,
  available_amount_usd_f: 37_500_075,
  supplied_amount_f: 1_000_000,
  supplied_amount_usd_f: 150_000_000,
  utilization_f: 0.75,
  borrow_apy_f: 0.0547562326721249,
  supply_apy_f: 0.0376992320108351,
};

/** The latest state of one reserve: the twelve fields of the specification, in its order. All are always present. */
export const reserveSnapshotSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds()),
    lending_market: field('lending_market', address()),
    reserve: field('reserve', address()),
    lending_market_name: field('lending_market_name', z.string()),
    token_symbol: field('token_symbol', z.string()),
    available_amount_f: field('available_amount_f', nonNegative()),
    available_amount_usd_f: field('available_amount_usd_f', nonNegative().nullable()),
    supplied_amount_f: field('supplied_amount_f', nonNegative()),
    supplied_amount_usd_f: field('supplied_amount_usd_f', nonNegative().nullable()),
    utilization_f: field('utilization_f', z.number().min(0).max(1)),
    borrow_apy_f: field('borrow_apy_f', nonNegative()),
    supply_apy_f: field('supply_apy_f', nonNegative()),
  })
  .meta({ id: 'ReserveSnapshot', description: 'The latest state of one reserve.', example: exampleSnapshot });

export type ReserveSnapshot = z.infer<typeof reserveSnapshotSchema>;

/** The answer of the two latest-reserve reads: a bare array. */
export const reserveSnapshotListSchema = z.array(reserveSnapshotSchema).meta({
  id: 'ReserveSnapshotList',
  description:
    'Reserve snapshots, ordered by lending market name, token symbol and reserve address, by bytes of UTF-8.',
});

/** The same rows inside the common envelope, for `?envelope=true`. */
export const reserveSnapshotEnvelopeSchema = dataEnvelope('ReserveSnapshotEnvelope', z.array(reserveSnapshotSchema));
export type ReserveSnapshotEnvelope = z.infer<typeof reserveSnapshotEnvelopeSchema>;
