import { decodeBase58, isAddress } from '@tidemark/core';
import { z } from 'zod';
import type { Commitment } from '../chain/chain.ts';
import { invalidParams } from './json-rpc.ts';

const COMMITMENT_NAMES = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const;

/** What the names of nodes before 2.0, which old clients still send, mean today. */
const COMMITMENT_OF_NAME: Readonly<Record<(typeof COMMITMENT_NAMES)[number], Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
};

const slot = z.number().int().nonnegative();

/** Members of every configuration object that picks a bank. */
export const bankConfigShape = {
  commitment: z
    .enum(COMMITMENT_NAMES)
    .nullish()
    .transform((name): Commitment => COMMITMENT_OF_NAME[name ?? 'finalized']),
  minContextSlot: slot.nullish().transform((value) => value ?? null),
};

/** Configuration of the calls that only pick a bank; absent means finalized. */
export const bankConfig = z.object(bankConfigShape);

/** What picks a bank. */
export type BankConfig = z.output<typeof bankConfig>;

/** How account data is sent. `binary` is the bare base58 text that the oldest clients expect. */
export const accountEncodings = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'] as const;

/** One of the encodings of account data. */
export type AccountEncoding = (typeof accountEncodings)[number];

/** Members that choose encoding and part of the data. */
export const accountConfigShape = {
  ...bankConfigShape,
  encoding: z.enum(accountEncodings).nullish(),
  dataSlice: z
    .object({ offset: slot, length: slot })
    .nullish()
    .transform((slice) => slice ?? null),
};

/** Configuration of the calls that return accounts. */
export const accountConfig = z.object(accountConfigShape);

/** Encoding, slice and bank of a call that returns accounts. */
export type AccountConfig = z.output<typeof accountConfig>;

/** Part of an account's data. */
export type DataSlice = NonNullable<AccountConfig['dataSlice']>;

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
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalidParams(`Invalid params: ${describeIssue(result.error.issues[0])}.`);
}

/** A base58 address. Throws -32602 with the words of a real node. */
export function parseAddressParam(value: unknown): string {
  const text = parseParam(z.string(), value);
  if (isAddress(text)) return text;
  throw invalidParams(`Invalid param: ${isBase58(text) ? 'WrongSize' : 'Invalid'}`);
}

function isBase58(text: string): boolean {
  // Decoding is quadratic in the length, and no text this long can be an address.
  if (text.length > 128) return true;
  try {
    decodeBase58(text);
    return true;
  } catch {
    return false;
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'invalid value';
  const place = issue.path.length === 0 ? '' : ` at \`${issue.path.join('.')}\``;
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => `\`${String(value)}\``).join(', ');
    return `unknown variant \`${shorten(issue.input)}\`, expected one of ${values}${place}`;
  }
  if (issue.code === 'invalid_type') {
    return `invalid type: ${describeValue(issue.input)}, expected ${issue.expected}${place}`;
  }
  return `invalid value: ${describeValue(issue.input)}, ${issue.message}${place}`;
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'sequence';
  if (typeof value === 'object') return 'map';
  return `${typeof value} \`${shorten(value)}\``;
}

function shorten(value: unknown): string {
  return String(value).slice(0, 40);
}
