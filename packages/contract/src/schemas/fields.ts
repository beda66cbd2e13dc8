import { definitionIn, describeDefinition } from '@tidemark/model/fields';
import { z } from 'zod';
import { ADDRESS_PATTERN } from '../address.ts';

/** Attaches the text of the table of fields to the schemas of one answer. */
export const describing =
  (answer: string) =>
  <Schema extends z.ZodType>(name: string, schema: Schema): Schema =>
    schema.meta({ ...schema.meta(), description: describeDefinition(definitionIn(answer, name)) });

/** Base58 form of a 32-byte address. */
export const address = () => z.string().regex(new RegExp(ADDRESS_PATTERN));
