import { accountFields } from './account-fields.ts';
import { amountFields } from './amount-fields.ts';
import { configFields } from './config-fields.ts';
import type { FieldDefinition } from './field-definition.ts';
import { identityFields } from './identity-fields.ts';
import { ingestFields } from './ingest-fields.ts';
import { rateFields } from './rate-fields.ts';

/** The groups in the order in which documentation lists them. No name occurs in two groups. */
export const dictionaryGroups = {
  identity: identityFields,
  amounts: amountFields,
  rates: rateFields,
  config: configFields,
  account: accountFields,
  ingest: ingestFields,
} as const;

const definitions = {
  ...identityFields,
  ...amountFields,
  ...rateFields,
  ...configFields,
  ...accountFields,
  ...ingestFields,
};

/** Every name that has a definition. */
export type FieldName = keyof typeof definitions;

/** What every field of the API and every column of the public views means, by name. */
export const dataDictionary: Readonly<Record<FieldName, FieldDefinition>> = definitions;

/** True where the dictionary defines the name. */
export function isFieldName(text: string): text is FieldName {
  return Object.hasOwn(definitions, text);
}

/** One paragraph that says all that the dictionary knows about a field. Used for OpenAPI and for SQL comments. */
export function describeField(name: FieldName): string {
  const { description, unit, scale, nullRule, formula, methodVersion } = dataDictionary[name];
  const parts = [description];
  if (unit !== 'none') parts.push(`Unit: ${unit}${scale === '1' ? '' : `, scaled by ${scale}`}.`);
  parts.push(`Null: ${nullRule}.`, `Source: ${formula}.`, `Method: ${methodVersion}.`);
  return parts.join(' ');
}
