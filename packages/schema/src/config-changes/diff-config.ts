import type { JsonScalar, JsonValue } from '../tables/index.ts';

/** A configuration as paths (`fees.originationFeeSf`, `borrowRateCurve.3.borrowRateBps`) and their values. */
export type ConfigFields = ReadonlyMap<string, JsonScalar>;

/** One parameter that differs between two configurations. Integers wider than a double are decimal strings. */
export interface ConfigChange {
  readonly field: string;
  readonly oldValue: JsonScalar;
  readonly newValue: JsonScalar;
}

/** Every leaf of a stored configuration with its path, in the order of the object. Places of a list count from 0. */
export function flattenConfig(config: JsonValue): ConfigFields {
  const fields = new Map<string, JsonScalar>();
  collect(config, '', fields);
  return fields;
}

/**
 * Parameters whose value changed, in the order of the newer configuration. A field that only one side has is left out:
 * accounts have a fixed layout, so it tells that another release decoded them and not that anybody set it.
 */
export function diffConfig(before: JsonValue, after: JsonValue): ConfigChange[] {
  const oldFields = flattenConfig(before);
  const changes: ConfigChange[] = [];
  for (const [field, newValue] of flattenConfig(after)) {
    const oldValue = oldFields.get(field);
    if (oldValue !== undefined && oldValue !== newValue) changes.push({ field, oldValue, newValue });
  }
  return changes;
}

function collect(value: JsonValue, path: string, fields: Map<string, JsonScalar>): void {
  if (typeof value !== 'object' || value === null) {
    fields.set(path, value);
    return;
  }
  for (const [key, item] of Object.entries<JsonValue>(value))
    collect(item, path === '' ? key : `${path}.${key}`, fields);
}
