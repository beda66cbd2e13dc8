import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { metaEnvelope } from './envelope.ts';
import { address, field, nonNegative, unixSeconds } from './fields.ts';
import { interestRateBasisSchema } from './info.ts';

const signedRaw = () => z.string().regex(/^-?(0|[1-9][0-9]*)$/);
const rateShape = {
  utilization_f: field('utilization_f', nonNegative()),
  borrow_apr_f: field('borrow_apr_f', nonNegative()),
  borrow_apy_f: field('borrow_apy_f', nonNegative()),
  supply_apr_f: field('supply_apr_f', nonNegative()),
  supply_apy_f: field('supply_apy_f', nonNegative()),
};
const amountShape = {
  available_amount_f: field('available_amount_f', nonNegative()),
  borrowed_amount_f: field('borrowed_amount_f', nonNegative()),
  supplied_amount_f: field('supplied_amount_f', nonNegative()),
};

/** The rates at one utilization. */
export const ratePointSchema = z.strictObject(rateShape).meta({ id: 'RatePoint' });
export type RatePointRow = z.infer<typeof ratePointSchema>;

/** Amounts and the rates that they lead to. */
export const ratePositionSchema = z.strictObject({ ...amountShape, ...rateShape }).meta({ id: 'RatePosition' });

export const whatIfSchema = z
  .strictObject({
    supply_delta_raw: field('supply_delta_raw', signedRaw()),
    borrow_delta_raw: field('borrow_delta_raw', signedRaw()),
    ...amountShape,
    ...rateShape,
  })
  .meta({
    id: 'WhatIf',
    description: 'The reserve after the change. Fees, limits and the withdrawal queue are left aside.',
  });

/** Rates of a reserve over its utilization, where it stands, and where a change would take it. */
export const reserveCurveSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds()),
    slot: field('slot', z.int().min(0)),
    lending_market: field('lending_market', address()),
    reserve: field('reserve', address()),
    token_symbol: field('token_symbol', z.string()),
    interest_rate_basis_str: field('interest_rate_basis_str', interestRateBasisSchema),
    slot_duration_ms_f: field('slot_duration_ms_f', z.number().gt(0)),
    points: z.array(ratePointSchema).meta({ description: 'Evenly spread from utilization 0 to 1, both included.' }),
    knots: z.array(ratePointSchema).meta({
      description: 'The points at which the slope of the curve changes, up to the first at utilization 1.',
    }),
    current: ratePositionSchema,
    what_if: whatIfSchema.nullable().meta({ description: 'Null where the request names no change.' }),
  })
  .meta({ id: 'ReserveCurve', description: 'Rates of one reserve over its utilization.' });
export type ReserveCurve = z.infer<typeof reserveCurveSchema>;

export const reserveCurveEnvelopeSchema = metaEnvelope(
  'ReserveCurveEnvelope',
  reserveCurveSchema,
  z
    .strictObject({
      as_of: field('as_of', unixSeconds(), answerVariants.ReserveCurveMeta.as_of),
      slot: field('slot', z.int().min(0)),
      count: field('count', z.int().min(0), answerVariants.ReserveCurveMeta.count),
    })
    .meta({ id: 'ReserveCurveMeta' }),
);
export type ReserveCurveEnvelope = z.infer<typeof reserveCurveEnvelopeSchema>;
