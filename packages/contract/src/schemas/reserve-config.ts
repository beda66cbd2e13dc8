import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { metaEnvelope } from './envelope.ts';
import { address, field, unixSeconds } from './fields.ts';

const configObject = () => z.record(z.string(), z.unknown());
const scalar = () => z.union([z.string(), z.number(), z.boolean(), z.null()]);
const slot = () => z.int().min(0);

/** The full configuration of a reserve and of its market. */
export const reserveConfigSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds()),
    lending_market: field('lending_market', address()),
    lending_market_name: field('lending_market_name', z.string()),
    reserve: field('reserve', address()),
    token_address: field('token_address', address()),
    token_symbol: field('token_symbol', z.string()),
    token_decimals: field('token_decimals', z.int().min(0)),
    since_slot: field('since_slot', slot()),
    since_timestamp: field('since_timestamp', unixSeconds()),
    config: field('config', configObject()),
    lending_market_slot: field('lending_market_slot', slot().nullable()),
    lending_market_timestamp: field('lending_market_timestamp', unixSeconds().nullable()),
    lending_market_config: field('lending_market_config', configObject().nullable()),
  })
  .meta({ id: 'ReserveConfig', description: 'The full configuration of one reserve and of its market.' });
export type ReserveConfig = z.infer<typeof reserveConfigSchema>;

export const reserveConfigEnvelopeSchema = metaEnvelope(
  'ReserveConfigEnvelope',
  reserveConfigSchema,
  z
    .strictObject({ as_of: field('as_of', unixSeconds(), answerVariants.ReserveConfigMeta.as_of) })
    .meta({ id: 'ReserveConfigMeta' }),
);
export type ReserveConfigEnvelope = z.infer<typeof reserveConfigEnvelopeSchema>;

/** One parameter that differed between two reads. */
export const configChangeSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds(), answerVariants.ConfigChange.timestamp),
    slot: field('slot', slot(), answerVariants.ConfigChange.slot),
    account_kind_str: field('account_kind_str', z.enum(['reserve', 'lending_market'])),
    lending_market: field('lending_market', address()),
    lending_market_name: field('lending_market_name', z.string()),
    reserve: field('reserve', address().nullable(), answerVariants.ConfigChange.reserve),
    token_symbol: field('token_symbol', z.string().nullable(), answerVariants.ConfigChange.token_symbol),
    field: field('field', z.string()),
    old_value: field('old_value', scalar()),
    new_value: field('new_value', scalar()),
    previous_slot: field('previous_slot', slot()),
    previous_timestamp: field('previous_timestamp', unixSeconds()),
  })
  .meta({ id: 'ConfigChange', description: 'One parameter that differed between two reads.' });
export type ConfigChangeRow = z.infer<typeof configChangeSchema>;

export const configChangesEnvelopeSchema = metaEnvelope(
  'ConfigChangesEnvelope',
  z.array(configChangeSchema).meta({ description: 'Newest first.' }),
  z
    .strictObject({
      from: field('from', unixSeconds()),
      to: field('to', unixSeconds().nullable()),
      count: field('count', z.int().min(0)),
      next_cursor: field('next_cursor', z.string().nullable()),
    })
    .meta({ id: 'ConfigChangesMeta' }),
);
export type ConfigChangesEnvelope = z.infer<typeof configChangesEnvelopeSchema>;
