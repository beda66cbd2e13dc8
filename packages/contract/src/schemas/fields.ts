import { z } from 'zod';
import { ADDRESS_PATTERN } from '../address.ts';
import { dataDictionary, describeDefinition, type FieldName } from '../dictionary/data-dictionary.ts';
import type { FieldDefinition } from '../dictionary/field-definition.ts';

/**
 * Attaches the dictionary’s description to the schema of a field of that name: the common one, or that of the answer’s own
 * variant.
 */
export function field<Schema extends z.ZodType>(
  name: FieldName,
  schema: Schema,
  definition: FieldDefinition = dataDictionary[name],
): Schema {
  return schema.meta({ ...schema.meta(), description: describeDefinition(definition) });
}

/** Base58 form of a 32-byte address. */
export const address = () => z.string().regex(new RegExp(ADDRESS_PATTERN));

/** Whole seconds since 1970-01-01T00:00:00Z. */
export const unixSeconds = () => z.int().min(0);

/** A finite number that is not negative. NaN and Infinity are not JSON and never pass. */
export const nonNegative = () => z.number().min(0);

/** A decimal string of base units, because 64 bits do not fit a JSON number. */
export const rawAmount = () => z.string().regex(/^(0|[1-9][0-9]{0,19})$/);

/** A decimal string of any whole number that is not negative, for integers of more than 64 bits. */
export const bigInteger = () => z.string().regex(/^(0|[1-9][0-9]*)$/);

/** Why a value is null, in a closed list of words, or null where it is not. */
export const gapReason = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words).nullable();
