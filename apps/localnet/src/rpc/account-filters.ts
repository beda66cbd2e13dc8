import { decodeBase58 } from '@tidemark/core';
import { z } from 'zod';
import { invalidParams } from './json-rpc.ts';

/** Filters that one call may carry. */
const MAX_FILTERS = 4;
/** Bytes that a memcmp filter may compare. */
const MAX_MEMCMP_BYTES = 128;
/** Lengths of the texts of 128 bytes. */
const MAX_BASE58_CHARS = 175;
const MAX_BASE64_CHARS = 172;

/** A condition on account data. */
export type AccountFilter =
  | { readonly kind: 'dataSize'; readonly bytes: number }
  | { readonly kind: 'memcmp'; readonly offset: number; readonly bytes: Uint8Array };

const memcmp = z.object({
  offset: z.number().int().nonnegative(),
  bytes: z.string(),
  encoding: z.enum(['base58', 'base64']).nullish(),
});

/** Filters as they are sent; `parseAccountFilters` turns them into conditions. */
export const accountFiltersParam = z
  .array(z.union([z.object({ dataSize: z.number().int().nonnegative() }), z.object({ memcmp })]))
  .nullish();

/** Conditions of the filters that a call carries. Throws -32602 for too many, too long or undecodable ones. */
export function parseAccountFilters(filters: z.output<typeof accountFiltersParam>): readonly AccountFilter[] {
  if (filters === null || filters === undefined) return [];
  if (filters.length > MAX_FILTERS) throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  return filters.map((filter): AccountFilter => {
    if ('dataSize' in filter) return { kind: 'dataSize', bytes: filter.dataSize };
    const bytes = decodeMemcmp(filter.memcmp.bytes, filter.memcmp.encoding ?? 'base58');
    if (bytes.length > MAX_MEMCMP_BYTES) throw invalidParams('Invalid param: DataTooLarge');
    return { kind: 'memcmp', offset: filter.memcmp.offset, bytes };
  });
}

/** True where the data meets every condition. */
export function matchesFilters(data: Uint8Array, filters: readonly AccountFilter[]): boolean {
  return filters.every((filter) => {
    if (filter.kind === 'dataSize') return data.length === filter.bytes;
    if (filter.offset + filter.bytes.length > data.length) return false;
    return filter.bytes.every((value, index) => data[filter.offset + index] === value);
  });
}

function decodeMemcmp(bytes: string, encoding: 'base58' | 'base64'): Uint8Array {
  if (encoding === 'base64') return decodeBase64(bytes);
  if (bytes.length > MAX_BASE58_CHARS) throw invalidParams('Invalid param: DataTooLarge');
  try {
    return decodeBase58(bytes);
  } catch {
    throw invalidParams('Invalid param: Base58DecodeError');
  }
}

function decodeBase64(text: string): Uint8Array {
  if (text.length > MAX_BASE64_CHARS) throw invalidParams('Invalid param: DataTooLarge');
  const decoded = Buffer.from(text, 'base64');
  if (decoded.toString('base64') !== text) throw invalidParams('Invalid param: Base64DecodeError');
  return new Uint8Array(decoded);
}
