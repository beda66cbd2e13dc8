import { dataDictionary, type FieldName } from './data-dictionary.ts';
import { type FieldDefinition, numberField, timeField } from './field-definition.ts';

const ofMarket = 'null where the parameter is one of the lending market';
const rows = { methodVersion: 'ingest-1.0' } as const;

/** Names that mean something narrower in one answer, by the name of its component. */
export const answerVariants = {
  ConfigChange: {
    reserve: { ...dataDictionary.reserve, nullRule: ofMarket },
    slot: numberField(
      'slots',
      'First slot at which the new value was seen.',
      'clock of the first bank that held the new value',
      { methodVersion: 'config-1.0' },
    ),
    timestamp: timeField(
      'First chain time at which the new value was seen.',
      'clock of the first bank that held the new value',
      { methodVersion: 'config-1.0' },
    ),
    token_symbol: { ...dataDictionary.token_symbol, nullRule: ofMarket },
  },
  MomentMeta: {
    slot: numberField('slots', 'Newest slot among the rows of the answer.', 'largest slot of the rows', {
      nullRule: 'null where there is no row',
      ...rows,
    }),
  },
  QuarantinedReserve: {
    first_seen_timestamp: timeField(
      'Chain time of the first refusal for this reason.',
      'clock of the first bank that was refused',
    ),
    last_seen_timestamp: timeField(
      'Chain time of the newest refusal for this reason.',
      'clock of the newest bank that was refused',
    ),
  },
  ReserveConfigMeta: { as_of: timeField('Chain time of the newest read of the reserve.', 'timestamp of the row') },
  ReserveCurveMeta: {
    as_of: timeField('Chain time that the answer is as of.', 'clock of the bank that the account was read from'),
    count: numberField('points', 'Number of points.', 'counted', rows),
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<FieldName, FieldDefinition>>>>>;

/** What a name means in one component of the answers. */
export function definitionIn(component: string, name: FieldName): FieldDefinition {
  const variants: Readonly<Record<string, Readonly<Partial<Record<FieldName, FieldDefinition>>>>> = answerVariants;
  return variants[component]?.[name] ?? dataDictionary[name];
}
