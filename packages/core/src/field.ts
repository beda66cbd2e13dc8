/**
 * What kind of value a field holds: what it is in SQL, in JSON and in code. Null is not part of it, see `nullRule`. A list of
 * words is text that is one of them. A `decimal` is exact: numeric in SQL, the same digits as text in JSON and CSV.
 */
export type FieldType =
  | 'text'
  | 'word'
  | 'address'
  | 'addresses'
  | 'words'
  | 'series'
  | 'sha256'
  | 'day'
  | 'json'
  | 'scalar'
  | 'boolean'
  | 'true'
  | 'instant'
  | 'unix'
  | 'byte'
  | 'count'
  | 'positiveCount'
  | 'integer'
  | 'number'
  | 'positive'
  | 'signed'
  | 'fromMinusOne'
  | 'fromOne'
  | 'share'
  | 'u64'
  | 'u128'
  | 'u256'
  | 'decimal'
  | 'bigInteger'
  | 'signedInteger'
  | 'nothing'
  | readonly string[];

/**
 * A published value: one entry says what it is, and everything else is made from it: SQL columns, comments, zod schemas,
 * CSV headers, the data dictionary.
 */
export interface FieldDefinition {
  readonly type: FieldType;
  /** What the number counts: `USD`, `token`, `base units`, `fraction`, `unix seconds`, … or `none` for text. */
  readonly unit: string;
  /** When the value is null. `never` where it cannot be. Null means unknown, zero means measured zero. */
  readonly nullRule: string;
  /** How the value comes about: a formula over other fields, or the place in the account that it is read from. */
  readonly formula: string;
  /** The version of the method. It changes when the same input gives a different value. */
  readonly methodVersion: MethodVersion;
  /** One or two sentences for a reader who sees only the name. */
  readonly description: string;
}

/** The methods that produce values, and the version of each that is in force. */
export const METHOD_VERSIONS = [
  'account-1.0',
  'accrual-1.0',
  'rates-1.0',
  'usd-1.1',
  'realised-1.1',
  'headroom-2.0',
  'history-1.1',
  'aggregate-1.1',
  'benchmark-1.1',
  'fees-1.1',
  'coverage-1.0',
  'status-1.0',
  'config-1.0',
  'price-1.1',
  'liquidity-1.1',
  'ingest-1.0',
] as const;
export type MethodVersion = (typeof METHOD_VERSIONS)[number];

/** How prices are made of observations: another one whenever the same observations would give another price. Stored beside every price. */
export const PRICE_METHOD = 'price-1.1' satisfies MethodVersion;
/** How depth, quotes and coverage are made of pools. */
export const LIQUIDITY_METHOD = 'liquidity-1.1' satisfies MethodVersion;

/** Definitions by field name. */
export type FieldGroup = Readonly<Record<string, FieldDefinition>>;

interface FieldOptions {
  readonly type?: FieldType;
  readonly nullRule?: string;
  readonly methodVersion?: MethodVersion;
}

/** Text that is read from the chain or given by the indexer and has no unit. */
export function textField(description: string, formula: string, options: FieldOptions = {}): FieldDefinition {
  return numberField('none', description, formula, { methodVersion: 'account-1.0', type: 'text', ...options });
}

/** A time in unix seconds. In SQL the column of the same meaning ends in `_at`, see `instantField`. */
export function timeField(description: string, formula: string, options: FieldOptions = {}): FieldDefinition {
  return numberField('unix seconds', description, formula, { methodVersion: 'ingest-1.0', ...options });
}

/** A time in SQL: a timestamptz. Its name ends in `_at`. */
export function instantField(description: string, formula: string, options: FieldOptions = {}): FieldDefinition {
  return numberField('UTC time', description, formula, { methodVersion: 'ingest-1.0', ...options });
}

/** True or false. */
export function booleanField(
  description: string,
  formula: string,
  options: FieldOptions & { readonly methodVersion: MethodVersion },
): FieldDefinition {
  return numberField('boolean', description, formula, options);
}

/** A number; its type follows from the unit unless it is named. */
export function numberField(
  unit: string,
  description: string,
  formula: string,
  options: FieldOptions & { readonly methodVersion: MethodVersion },
): FieldDefinition {
  return {
    type: options.type ?? typeOf(unit),
    unit,
    nullRule: options.nullRule ?? 'never',
    formula,
    methodVersion: options.methodVersion,
    description,
  };
}

const TYPES_OF_UNITS: Readonly<Record<string, FieldType>> = {
  boolean: 'boolean',
  'unix seconds': 'unix',
  'UTC time': 'instant',
  'base units': 'u64',
};
/** Units of measured numbers; what is left is counted. */
const MEASURED = /^(USD|token|fraction|factor|percent|basis points|milliseconds)/;

function typeOf(unit: string): FieldType {
  return TYPES_OF_UNITS[unit] ?? (MEASURED.test(unit) ? 'number' : 'count');
}

/** What code calls a field: `loan_to_value_f` is `loanToValueF`. */
export function propertyOf(field: string): string {
  return field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
