import type { ColumnSpec } from './column-specs.ts';

/** Stands for a value that is not known in a column in which null says something else. */
export const NOT_KNOWN: unique symbol = Symbol('not known');
/** As Postgres reads and writes it, by the types of columns that may have it. */
export const NOT_KNOWN_TEXTS: Readonly<Record<string, string>> = {
  'double precision': 'NaN',
  'timestamp with time zone': '-infinity',
};

const U64_MAX = 2n ** 64n - 1n;
const I64_MAX = 2n ** 63n - 1n;
const U128_MAX = 2n ** 128n - 1n;
const U256_MAX = 2n ** 256n - 1n;

/** Years 1 to 9999: what both `Date.toISOString` and Postgres write with four digits. */
export const FIRST_INSTANT_MS = Date.parse('0001-01-01T00:00:00.000Z');
export const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The only signed 64-bit integers: capacity and counter of the withdrawal caps, and a time that a mint holds. */
const SIGNED = new Set([
  'deposit_cap_current_raw',
  'debt_cap_current_raw',
  'deposit_cap_capacity_raw',
  'debt_cap_capacity_raw',
  'new_multiplier_effective_seconds',
]);

const BIGINT_RANGES: Readonly<Record<string, readonly [min: bigint, max: bigint]>> = {
  bigint: [0n, I64_MAX],
  'numeric(20, 0)': [0n, U64_MAX],
  'numeric(39, 0)': [0n, U128_MAX],
  'numeric(40, 0)': [0n, 10n ** 40n - 1n],
  'numeric(78, 0)': [0n, U256_MAX],
  'numeric(80, 0)': [0n, 10n ** 80n - 1n],
};

const INTEGER_MAX: Readonly<Record<string, number>> = { integer: 2 ** 31 - 1, smallint: 255 };

/** What the value should have been, as a phrase that follows the column's name; null when it is right. */
export function findValueProblem(spec: ColumnSpec, value: unknown): string | null {
  if (value === null || value === undefined) return spec.nullable ? null : 'must not be null';
  if (value === NOT_KNOWN && spec.sqlType in NOT_KNOWN_TEXTS) return null;
  const range = SIGNED.has(spec.name) ? ([-I64_MAX - 1n, I64_MAX] as const) : BIGINT_RANGES[spec.sqlType];
  if (range !== undefined) return findBigintProblem(range, value);
  const integerMax = INTEGER_MAX[spec.sqlType];
  if (integerMax !== undefined) return findIntegerProblem(integerMax, value);
  switch (spec.sqlType) {
    case 'double precision':
      return findDoubleProblem(spec, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be a boolean';
    case 'text':
      return typeof value === 'string' ? null : 'must be a string';
    case 'text[]':
      return isTextArray(value) ? null : 'must be an array of strings';
    case 'timestamp with time zone':
      return isStorableDate(value) ? null : 'must be a date of the years 1 to 9999';
    case 'bytea':
      return findBytesProblem(spec, value);
    case 'jsonb':
      return typeof value === 'object' && !Array.isArray(value) ? null : 'must be an object';
    default:
      throw new Error(`column ${spec.name} has the type ${spec.sqlType}, which has no rule here`);
  }
}

function findBigintProblem([min, max]: readonly [bigint, bigint], value: unknown): string | null {
  return typeof value === 'bigint' && value >= min && value <= max ? null : `must be a bigint from ${min} to ${max}`;
}

function findIntegerProblem(max: number, value: unknown): string | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
    ? null
    : `must be an integer from 0 to ${max}`;
}

function findDoubleProblem(spec: ColumnSpec, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a finite number';
  return spec.name === 'slot_duration_ms_f' && value <= 0 ? 'must be greater than 0' : null;
}

function isTextArray(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

function isStorableDate(value: unknown): boolean {
  return value instanceof Date && value.getTime() >= FIRST_INSTANT_MS && value.getTime() <= LAST_INSTANT_MS;
}

function findBytesProblem(spec: ColumnSpec, value: unknown): string | null {
  if (!(value instanceof Uint8Array)) return 'must be bytes';
  return spec.name.endsWith('_sha256') && value.length !== 32 ? 'must be 32 bytes' : null;
}
