import { accessFields } from './access-fields.ts';
import { accountFields } from './account-fields.ts';
import { aggregateFields } from './aggregate-fields.ts';
import { amountFields } from './amount-fields.ts';
import { answerFields } from './answer-fields.ts';
import { benchmarkFields } from './benchmark-fields.ts';
import { changeFields } from './change-fields.ts';
import { configFields } from './config-fields.ts';
import { detailFields } from './detail-fields.ts';
import { coverageFields } from './coverage-fields.ts';
import { feeFields } from './fee-fields.ts';
import type { FieldDefinition } from './field-definition.ts';
import { headroomFields } from './headroom-fields.ts';
import { historyFields } from './history-fields.ts';
import { identityFields } from './identity-fields.ts';
import { ingestFields } from './ingest-fields.ts';
import { logFields } from './log-fields.ts';
import { rateFields } from './rate-fields.ts';
import { realisedFields } from './realised-fields.ts';
import { statusFields } from './status-fields.ts';
import { streamFields } from './stream-fields.ts';

/** The groups in the order in which documentation lists them. No name occurs in two groups. */
export const dictionaryGroups = {
  identity: identityFields,
  amounts: amountFields,
  rates: rateFields,
  aggregates: aggregateFields,
  benchmark: benchmarkFields,
  fees: feeFields,
  coverage: coverageFields,
  realised: realisedFields,
  history: historyFields,
  headroom: headroomFields,
  detail: detailFields,
  config: configFields,
  changes: changeFields,
  log: logFields,
  account: accountFields,
  ingest: ingestFields,
  access: accessFields,
  answer: answerFields,
  stream: streamFields,
  status: statusFields,
} as const;

const definitions = {
  ...identityFields,
  ...amountFields,
  ...rateFields,
  ...aggregateFields,
  ...benchmarkFields,
  ...feeFields,
  ...coverageFields,
  ...realisedFields,
  ...historyFields,
  ...headroomFields,
  ...detailFields,
  ...configFields,
  ...changeFields,
  ...logFields,
  ...accountFields,
  ...ingestFields,
  ...accessFields,
  ...answerFields,
  ...streamFields,
  ...statusFields,
};

/** Every name that has a definition. */
export type FieldName = keyof typeof definitions;

/** What every field of the API and every column of the public views means, by name. */
export const dataDictionary: Readonly<Record<FieldName, FieldDefinition>> = definitions;

/** True where the dictionary defines the name. */
export function isFieldName(text: string): text is FieldName {
  return Object.hasOwn(definitions, text);
}

/** One paragraph that says all that the dictionary knows about a field. Used for OpenAPI. */
export function describeField(name: FieldName): string {
  return describeDefinition(dataDictionary[name]);
}

/** Said of every amount in tokens, so that nobody takes it for what wallets show of a mint with a multiplier. */
const UNIT_TEXTS: Readonly<Record<string, string>> = {
  token: 'token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint)',
};

/** The same of any definition. Used for SQL comments. */
export function describeDefinition(definition: FieldDefinition): string {
  const { description, unit, scale, nullRule, formula, methodVersion } = definition;
  const parts = [description];
  if (unit !== 'none') parts.push(`Unit: ${UNIT_TEXTS[unit] ?? unit}${scale === '1' ? '' : `, scaled by ${scale}`}.`);
  parts.push(`Null: ${nullRule}.`, `Source: ${formula}.`, `Method: ${methodVersion}.`);
  return parts.join(' ');
}
