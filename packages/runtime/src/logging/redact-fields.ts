const REDACTED = '[redacted]';
const SECRET_FIELD =
  /^(.*[-_.])?(authorization|cookie|set-cookie|password|passwd|secret|token|api[-_]?key|x-service-api-key|key|private[-_]?key|connection[-_]?string)$/i;
const SECRET_CAMEL_FIELD = /(ApiKey|Password|Secret|Token|PrivateKey|plainKey|plaintextKey)$/;
const MAX_DEPTH = 6;

/**
 * A copy of `fields` where the value of every field whose name speaks of a secret (keys, authorization, passwords,
 * tokens, at any depth down to six) is replaced. Errors and class instances are passed on untouched; the logger's
 * serializers see to them.
 */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactRecord(fields, 0);
}

function redactRecord(record: Record<string, unknown>, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    result[name] = isSecretName(name) && isPresent(value) ? REDACTED : redactValue(value, depth + 1);
  }
  return result;
}

function redactValue(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, depth + 1));
  return isPlainObject(value) ? redactRecord(value, depth) : value;
}

function isSecretName(name: string): boolean {
  return SECRET_FIELD.test(name) || SECRET_CAMEL_FIELD.test(name);
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
