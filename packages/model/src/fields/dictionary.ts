import type { FieldDefinition } from '@tidemark/core';
import { accountFields, configFields, detailFields } from '@tidemark/protocols';
import { accessFields } from './access.ts';
import { aggregateFields } from './aggregate.ts';
import { amountFields } from './amount.ts';
import { answerFields } from './answer.ts';
import { benchmarkFields } from './benchmark.ts';
import { chainFields } from './chain.ts';
import { changeFields } from './change.ts';
import { coverageFields } from './coverage.ts';
import { feeFields } from './fee.ts';
import { headroomFields } from './headroom.ts';
import { historyFields } from './history.ts';
import { identityFields } from './identity.ts';
import { ingestFields } from './ingest.ts';
import { liquidityFields } from './liquidity.ts';
import { logFields } from './log.ts';
import { madeFields } from './made.ts';
import { priceFields } from './price.ts';
import { rateFields } from './rate.ts';
import { realisedFields } from './realised.ts';
import { statusFields } from './status.ts';
import { streamFields } from './stream.ts';

/** The groups in the order in which documentation lists them. No name occurs in two groups. */
export const dictionaryGroups = {
  identity: identityFields,
  amounts: amountFields,
  rates: rateFields,
  made: madeFields,
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
  prices: priceFields,
  liquidity: liquidityFields,
  log: logFields,
  account: accountFields,
  ingest: ingestFields,
  access: accessFields,
  answer: answerFields,
  stream: streamFields,
  status: statusFields,
  chain: chainFields,
} as const;

const definitions = {
  ...identityFields,
  ...amountFields,
  ...rateFields,
  ...madeFields,
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
  ...priceFields,
  ...liquidityFields,
  ...logFields,
  ...accountFields,
  ...ingestFields,
  ...accessFields,
  ...answerFields,
  ...streamFields,
  ...statusFields,
  ...chainFields,
};

/** Every name that has a definition. */
export type FieldName = keyof typeof definitions;

/** What every field of the API and every column of the public views means, by name. */
export const dataDictionary: Readonly<Record<FieldName, FieldDefinition>> = definitions;

/** True where the dictionary defines the name. */
export function isFieldName(text: string): text is FieldName {
  return Object.hasOwn(definitions, text);
}

/** Said of every amount in tokens, so that nobody takes it for what wallets show of a mint with a multiplier. */
const UNIT_TEXTS: Readonly<Record<string, string>> = {
  token: 'token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint)',
};

/** One paragraph that says all that is known about a field: for OpenAPI and SQL comments. */
export function describeDefinition(definition: FieldDefinition): string {
  const { description, unit, nullRule, formula, methodVersion } = definition;
  const parts = [description];
  if (unit !== 'none') parts.push(`Unit: ${UNIT_TEXTS[unit] ?? unit}.`);
  parts.push(`Null: ${nullRule}.`, `Source: ${formula}.`, `Method: ${methodVersion}.`);
  return parts.join(' ');
}
