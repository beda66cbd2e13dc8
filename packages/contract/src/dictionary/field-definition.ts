/**
 * What one field or column means. Written once here; OpenAPI descriptions, SQL comments and documentation pages are
 * made from it.
 */
export interface FieldDefinition {
  /** What the number counts: `USD`, `token`, `base units`, `fraction`, `unix seconds`, … or `none` for text. */
  readonly unit: string;
  /** What the stored number must be divided by to get the unit, as text: `1`, `2^60`, `10^token_decimals`. */
  readonly scale: string;
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
  'realised-1.0',
  'headroom-2.0',
  'history-1.1',
  'aggregate-1.0',
  'benchmark-1.0',
  'fees-1.0',
  'coverage-1.0',
  'status-1.0',
  'config-1.0',
  'ingest-1.0',
] as const;
export type MethodVersion = (typeof METHOD_VERSIONS)[number];

/** A group of definitions by field name. */
export type FieldGroup = Readonly<Record<string, FieldDefinition>>;

/** Shorthand for text fields that are read from the chain or given by the indexer and have no unit. */
export function textField(
  description: string,
  formula: string,
  options: { nullRule?: string; methodVersion?: MethodVersion } = {},
): FieldDefinition {
  return {
    unit: 'none',
    scale: '1',
    nullRule: options.nullRule ?? 'never',
    formula,
    methodVersion: options.methodVersion ?? 'account-1.0',
    description,
  };
}

/** Shorthand for times in unix seconds. In SQL the column of the same meaning ends in `_at`, see `instantField`. */
export function timeField(
  description: string,
  formula: string,
  options: { nullRule?: string; methodVersion?: MethodVersion } = {},
): FieldDefinition {
  return numberField('unix seconds', description, formula, { methodVersion: 'ingest-1.0', ...options });
}

/** Shorthand for times in SQL: a timestamptz. Its name ends in `_at`. */
export function instantField(
  description: string,
  formula: string,
  options: { nullRule?: string; methodVersion?: MethodVersion } = {},
): FieldDefinition {
  return numberField('UTC time', description, formula, { methodVersion: 'ingest-1.0', ...options });
}

/** Shorthand for true or false. */
export function booleanField(
  description: string,
  formula: string,
  options: { nullRule?: string; methodVersion: MethodVersion },
): FieldDefinition {
  return numberField('boolean', description, formula, options);
}

/** Shorthand for numbers. */
export function numberField(
  unit: string,
  description: string,
  formula: string,
  options: { scale?: string; nullRule?: string; methodVersion: MethodVersion },
): FieldDefinition {
  return {
    unit,
    scale: options.scale ?? '1',
    nullRule: options.nullRule ?? 'never',
    formula,
    methodVersion: options.methodVersion,
    description,
  };
}
