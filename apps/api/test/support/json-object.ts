import type { JsonObject, JsonValue } from '@tidemark/schema';

/** A decoded structure as the indexer stores it: bigints as decimal strings, bytes hexadecimal. */
export function toJsonObject(fields: object): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJsonValue(value)]));
}

function toJsonValue(value: unknown): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value === 'object' && value !== null) return toJsonObject(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
