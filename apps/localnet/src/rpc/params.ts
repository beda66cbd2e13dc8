import { isAddress } from '@tidemark/core';
import { z } from 'zod';
import type { Commitment } from '../chain/chain.ts';
import { invalidParams } from './json-rpc.ts';

const slot = z.number().int().nonnegative();

/** Members of every configuration object that picks a bank. */
const bankConfigShape = {
  commitment: z
    .enum(['processed', 'confirmed', 'finalized'])
    .nullish()
    .transform((name): Commitment => name ?? 'finalized'),
  minContextSlot: slot.nullish().transform((value) => value ?? null),
};

/** Configuration of the calls that only pick a bank; absent means finalized. */
export const bankConfig = z.object(bankConfigShape);

/** What picks a bank. */
export type BankConfig = z.output<typeof bankConfig>;

/** Members that choose encoding and part of the data. jsonParsed: no parser knows these accounts, a real node sends base64, too. */
export const accountConfigShape = {
  ...bankConfigShape,
  encoding: z
    .enum(['base64', 'base64+zstd', 'jsonParsed'])
    .nullish()
    .transform((encoding) => encoding ?? 'base64'),
  dataSlice: z
    .object({ offset: slot, length: slot })
    .nullish()
    .transform((slice) => slice ?? null),
};

/** Configuration of the calls that return accounts. */
export const accountConfig = z.object(accountConfigShape);

/** How account data is sent. */
export type AccountFormat = Pick<z.output<typeof accountConfig>, 'encoding' | 'dataSlice'>;

/** A parameter that must be there. Throws -32602. */
export function requiredParam(params: readonly unknown[], index: number): unknown {
  const value = params[index];
  if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
  return value;
}

/** An optional configuration object: absent and null mean the defaults. Throws -32602. */
export function parseConfig<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parseParam(schema, value ?? {});
}

/** One parameter by its schema. Throws -32602 with the first problem. */
export function parseParam<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at \`${issue.path.join('.')}\``;
  throw invalidParams(`Invalid params: ${issue?.message ?? 'invalid value'}${place}`);
}

/** A base58 address. Throws -32602. */
export function parseAddressParam(value: unknown): string {
  const text = parseParam(z.string(), value);
  if (isAddress(text)) return text;
  throw invalidParams('Invalid param: not a base58 address');
}
