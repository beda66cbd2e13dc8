import type { JsonObject, JsonValue } from '@tidemark/schema';

/** A decoded structure as JSON: bigints become decimal strings, bytes hexadecimal, the order of the fields stays. */
export function toJsonObject(fields: object): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJsonValue(value)]));
}

function toJsonValue(value: unknown): JsonValue {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
      return Array.isArray(value) ? value.map(toJsonValue) : toJsonObject(value);
    default:
      throw new TypeError(`a ${typeof value} has no place in JSON`);
  }
}
