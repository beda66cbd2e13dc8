/** A configuration value as it is stored and published: integers wider than a double are decimal strings. */
export type ConfigValue = string | number | boolean | null;

/** A configuration as paths ("fees.originationFeeSf", "borrowRateCurve.3.borrowRateBps") and their values. */
export type ConfigFields = ReadonlyMap<string, ConfigValue>;

/** One parameter that differs between two configurations; null = the field did not exist on that side. */
export interface ConfigChange {
  readonly field: string;
  readonly oldValue: ConfigValue;
  readonly newValue: ConfigValue;
}

/**
 * Every leaf of a configuration with its path, in the order of the object. Takes what `JSON.parse` gives as well as a
 * decoded configuration: bigints become decimal strings and bytes hexadecimal, so both forms of one configuration have
 * equal fields.
 */
export function flattenConfig(config: unknown): ConfigFields {
  const fields = new Map<string, ConfigValue>();
  collect(config, '', fields);
  return fields;
}

/**
 * Parameters that changed, in the order of the newer configuration with vanished fields last. `ignore` names fields by
 * path or by a leading part of it, for counters that the program keeps inside the configuration.
 */
export function diffConfig(before: ConfigFields, after: ConfigFields, ignore: readonly string[] = []): ConfigChange[] {
  const changes: ConfigChange[] = [];
  for (const [field, newValue] of after) {
    const oldValue = before.get(field) ?? null;
    if (oldValue !== newValue && !isIgnored(field, ignore)) changes.push({ field, oldValue, newValue });
  }
  for (const [field, oldValue] of before) {
    if (!after.has(field) && !isIgnored(field, ignore)) changes.push({ field, oldValue, newValue: null });
  }
  return changes;
}

/** Parts of a reserve's configuration that every withdrawal moves: state, not parameters. */
export const RESERVE_CONFIG_COUNTERS: readonly string[] = [
  'depositWithdrawalCap.currentTotalRaw',
  'depositWithdrawalCap.intervalStartAt',
  'debtWithdrawalCap.currentTotalRaw',
  'debtWithdrawalCap.intervalStartAt',
];

function isIgnored(field: string, ignore: readonly string[]): boolean {
  return ignore.some((path) => field === path || field.startsWith(`${path}.`));
}

function collect(value: unknown, path: string, fields: Map<string, ConfigValue>): void {
  if (value instanceof Uint8Array) {
    fields.set(path, Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join(''));
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, path === '' ? key : `${path}.${key}`, fields);
    return;
  }
  if (value !== undefined) fields.set(path, toConfigValue(value));
}

function toConfigValue(value: unknown): ConfigValue {
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return null;
  }
}
