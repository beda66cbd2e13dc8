import { LendingError } from '../errors.ts';
import type { ConfigJson, ConfigValue } from './state.ts';

/** A field of a stored configuration by its path. Throws `INVALID_ARGUMENT` with the path where there is none. */
function valueAt(config: ConfigJson, path: string): ConfigValue {
  let value: ConfigValue | undefined = config[path];
  if (value !== undefined) return value;
  value = config;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value === undefined ? refuse(path, 'a value', undefined) : value;
}

/** A whole number of at least 0, stored as a number. */
export function readInteger(config: ConfigJson, path: string): number {
  const value = valueAt(config, path);
  const isInteger = typeof value === 'number' && Number.isInteger(value) && value >= 0;
  return isInteger ? value : refuse(path, 'a whole number', value);
}

/** A whole number, stored as decimal digits; negative ones only where `signed` says so. */
export function readBigint(config: ConfigJson, path: string, { signed = false } = {}): bigint {
  const value = valueAt(config, path);
  const isDigits = typeof value === 'string' && (signed ? /^-?\d+$/ : /^\d+$/).test(value);
  return isDigits ? BigInt(value) : refuse(path, 'decimal digits', value);
}

/** A list of whole numbers of at least 0, stored as numbers. */
export function readIntegers(config: ConfigJson, path: string): readonly number[] {
  const value = valueAt(config, path);
  if (!Array.isArray(value)) return refuse(path, 'a list', value);
  return value.map((item: ConfigValue) => {
    const isInteger = typeof item === 'number' && Number.isInteger(item) && item >= 0;
    return isInteger ? item : refuse(path, 'a list of whole numbers', item);
  });
}

export function readText(config: ConfigJson, path: string): string {
  const value = valueAt(config, path);
  return typeof value === 'string' ? value : refuse(path, 'text', value);
}

export function readBoolean(config: ConfigJson, path: string): boolean {
  const value = valueAt(config, path);
  return typeof value === 'boolean' ? value : refuse(path, 'true or false', value);
}

/** One of a list of words. */
export function readWord<Word extends string>(config: ConfigJson, path: string, words: readonly Word[]): Word {
  const value = valueAt(config, path);
  return words.find((word) => word === value) ?? refuse(path, words.join(' or '), value);
}

/** A list of objects. */
export function readObjects(config: ConfigJson, path: string): readonly ConfigJson[] {
  const value = valueAt(config, path);
  if (!Array.isArray(value)) return refuse(path, 'a list', value);
  return value.map((item: ConfigValue) => (isObject(item) ? item : refuse(path, 'a list of objects', item)));
}

function isObject(value: ConfigValue | undefined): value is ConfigJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(path: string, expected: string, actual: ConfigValue | undefined): never {
  const shown = actual === undefined ? 'nothing' : JSON.stringify(actual);
  throw new LendingError('INVALID_ARGUMENT', { address: '', field: path, expected, actual: shown });
}

/** A decoded structure as it is stored: bigints become decimal strings, bytes hexadecimal, the order of the fields stays. */
export function toConfigJson(fields: object): ConfigJson {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toConfigValue(value)]));
}

function toConfigValue(value: unknown): ConfigValue {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (value instanceof Uint8Array) return toHex(value);
      return Array.isArray(value) ? value.map(toConfigValue) : toConfigJson(value);
    default:
      throw new TypeError(`a ${typeof value} has no place in JSON`);
  }
}

function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
