import { z } from 'zod';
import { definitionIn } from '../dictionary/answer-variants.ts';
import type { FieldName } from '../dictionary/data-dictionary.ts';
import { metaEnvelope } from './envelope.ts';
import { address, field, nonNegative, unixSeconds } from './fields.ts';
import { momentMetaSchema } from './reserve-detail.ts';

const count = () => z.int().min(0);
const known = () => nonNegative().nullable();
/** Fees can exceed what is available, so the net of a sum can fall below zero. */
const net = () => z.number().nullable();

/** Describes a field as the dictionary has it for one component. */
export const fieldOf =
  (component: string) =>
  <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
    field(name, schema, definitionIn(component, name));
export type FieldOf = ReturnType<typeof fieldOf>;

export const marketIdentity = (of: FieldOf) => ({
  lending_market: of('lending_market', address()),
  lending_market_name: of('lending_market_name', z.string()),
});
export const tokenIdentity = (of: FieldOf) => ({
  token_address: of('token_address', address()),
  token_symbol: of('token_symbol', z.string()),
  token_decimals: of('token_decimals', count()),
});
export const protocolIdentity = (of: FieldOf) => ({ protocol: of('protocol', z.string()) });

const moment = (of: FieldOf) => ({
  timestamp: of('timestamp', unixSeconds().nullable()),
  slot: of('slot', count().nullable()),
});
const counts = (of: FieldOf) => ({
  reserve_count: of('reserve_count', count()),
  active_reserve_count: of('active_reserve_count', count()),
  obsolete_reserve_count: of('obsolete_reserve_count', count()),
  hidden_reserve_count: of('hidden_reserve_count', count()),
  missing_reserve_count: of('missing_reserve_count', count()),
  priced_reserve_count: of('priced_reserve_count', count()),
  unpriced_reserve_count: of('unpriced_reserve_count', count()),
});
/** Sums in USD and what follows from sums: latest and historical rows have these in common. */
export const sumShape = (of: FieldOf) => ({
  supplied_usd_f: of('supplied_usd_f', known()),
  borrowed_usd_f: of('borrowed_usd_f', known()),
  available_usd_f: of('available_usd_f', known()),
  tvl_usd_f: of('tvl_usd_f', net()),
  utilization_f: of('utilization_f', known()),
  supply_apy_wavg_f: of('supply_apy_wavg_f', known()),
  borrow_apy_wavg_f: of('borrow_apy_wavg_f', known()),
});
/** Names of what sums in USD lack, in latest and historical rows. */
export const unpricedShape = (of: FieldOf) => ({ unpriced_reserves: of('unpriced_reserves', z.array(address())) });
/** How much of the amount that is, where all reserves are of one token. */
export const unpricedSupplyShape = (of: FieldOf) => ({
  unpriced_supply_share_f: of('unpriced_supply_share_f', known()),
});
/** Sums in whole tokens, where all reserves are of one token. */
export const amountShape = (of: FieldOf) => ({
  supplied_amount_f: of('supplied_amount_f', known()),
  borrowed_amount_f: of('borrowed_amount_f', known()),
  available_amount_f: of('available_amount_f', known()),
});
const evidence = (of: FieldOf) => ({
  usable_price_share_f: of('usable_price_share_f', known()),
  fresh_price_share_f: of('fresh_price_share_f', known()),
  oldest_input_age_seconds: of('oldest_input_age_seconds', count().nullable()),
  oldest_price_age_seconds: of('oldest_price_age_seconds', z.int().nullable()),
  ...unpricedShape(of),
});

const ofMarket = fieldOf('MarketTotals');
/** What all reserves of a lending market hold at their newest slots. */
export const marketTotalsSchema = z
  .strictObject({
    ...moment(ofMarket),
    ...marketIdentity(ofMarket),
    ...counts(ofMarket),
    ...sumShape(ofMarket),
    ...evidence(ofMarket),
  })
  .meta({ id: 'MarketTotals', description: 'What all reserves of one lending market hold at their newest slots.' });
export type MarketTotals = z.infer<typeof marketTotalsSchema>;

const ofToken = fieldOf('TokenTotals');
/** What all reserves of a token hold at their newest slots. */
export const tokenTotalsSchema = z
  .strictObject({
    ...moment(ofToken),
    ...tokenIdentity(ofToken),
    ...counts(ofToken),
    ...amountShape(ofToken),
    ...sumShape(ofToken),
    ...evidence(ofToken),
    ...unpricedSupplyShape(ofToken),
  })
  .meta({ id: 'TokenTotals', description: 'What all reserves of one token hold at their newest slots.' });
export type TokenTotals = z.infer<typeof tokenTotalsSchema>;

const ofProtocol = fieldOf('ProtocolTotals');
/** What all reserves of a protocol hold at their newest slots. */
export const protocolTotalsSchema = z
  .strictObject({
    ...moment(ofProtocol),
    ...protocolIdentity(ofProtocol),
    ...counts(ofProtocol),
    ...sumShape(ofProtocol),
    ...evidence(ofProtocol),
  })
  .meta({ id: 'ProtocolTotals', description: 'What all reserves of a protocol hold at their newest slots.' });
export type ProtocolTotals = z.infer<typeof protocolTotalsSchema>;

export const marketTotalsEnvelopeSchema = metaEnvelope(
  'MarketTotalsEnvelope',
  z.array(marketTotalsSchema),
  momentMetaSchema,
);
export const tokenTotalsEnvelopeSchema = metaEnvelope(
  'TokenTotalsEnvelope',
  z.array(tokenTotalsSchema),
  momentMetaSchema,
);
export const protocolTotalsEnvelopeSchema = metaEnvelope(
  'ProtocolTotalsEnvelope',
  z.array(protocolTotalsSchema),
  momentMetaSchema,
);
