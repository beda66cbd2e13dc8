import { SchemaError } from '../schema-error.ts';
import type { ColumnSpec } from './column-specs.ts';
import { findValueProblem, NOT_KNOWN, NOT_KNOWN_TEXTS } from './find-value-problem.ts';

type JsonScalar = string | number | boolean | null | object;

/** A row object, read by column. */
export type RowObject = Readonly<Record<string, unknown>>;

/** First thing about a row that Postgres would refuse or, worse, keep wrongly. */
export interface RowProblem {
  readonly column: string;
  readonly value: string;
  readonly rule: string;
}

/** Null when the row can be stored as it is. */
export function findRowProblem(specs: readonly ColumnSpec[], row: RowObject): RowProblem | null {
  for (const spec of specs) {
    const value = row[spec.key];
    const rule = findValueProblem(spec, value);
    if (rule !== null) return { column: spec.name, value: describeValue(value), rule };
  }
  return null;
}

/** One record for `json_to_recordset`, keyed by column. Throws `INVALID_ROW` naming the row's address and the column. */
export function encodeRecord(
  specs: readonly ColumnSpec[],
  row: RowObject,
  address: string,
): Record<string, JsonScalar> {
  const problem = findRowProblem(specs, row);
  if (problem !== null) {
    throw new SchemaError('INVALID_ROW', `${address}: ${problem.column} ${problem.rule}, but is ${problem.value}`, {
      context: { address, ...problem },
    });
  }
  const record: Record<string, JsonScalar> = {};
  for (const spec of specs) {
    const value = row[spec.key];
    record[spec.name] = value === NOT_KNOWN ? (NOT_KNOWN_TEXTS[spec.sqlType] ?? null) : encodeValue(value);
  }
  return record;
}

/** JSON text in which bigints are decimal strings, and U+0000, which Postgres has no place for, is U+FFFD. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'bigint') return member.toString();
    return typeof member === 'string' && member.includes('\0') ? member.replaceAll('\0', '\uFFFD') : member;
  });
}

function encodeValue(value: unknown): JsonScalar {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return encodeBytes(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value;
}

/** `bytea` input syntax. */
export function encodeBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

function describeValue(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return value instanceof Date && Number.isNaN(value.getTime()) ? 'an invalid date' : String(value).slice(0, 100);
}
