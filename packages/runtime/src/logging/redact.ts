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

const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\`)\]}]+/gi;
/** The service's own API keys; a handful of characters after the prefix is what may be shown of one. */
const SERVICE_KEY = /\b(tdm_[0-9A-Za-z]{0,8})[0-9A-Za-z]{16,}/g;
const BEARER = /\b(bearer)\s+[\w.~+/=-]{8,}/gi;

/** The text with credentials taken out of every URL, and every bearer token and API key of this service in it. Everything else stays as it is. */
export function redactText(text: string): string {
  let result = text;
  if (result.includes('://')) result = result.replace(URL_IN_TEXT, redactUrlInText);
  if (result.includes('tdm_')) result = result.replace(SERVICE_KEY, '$1[redacted]');
  if (/bearer/i.test(result)) result = result.replace(BEARER, '$1 [redacted]');
  return result;
}

/**
 * A URL without anything to hide is left to the letter, so that log lines stay searchable; one of a file too, since the
 * stack of an error is made of them.
 */
function redactUrlInText(url: string): string {
  if (url.startsWith('file:')) return url;
  const trailing = /[.,;:!?]*$/.exec(url)?.[0] ?? '';
  const core = url.slice(0, url.length - trailing.length);
  const bare = redactUrl(core);
  return (core === `${bare}/` ? core : bare) + trailing;
}

/**
 * A URL that may be printed: without user, password, query and fragment, and with every part of the path or host that
 * looks like an API key replaced. Text that is no URL becomes a fixed phrase, since it may be a mistyped secret.
 */
export function redactUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return '[not a URL]';
  }
  // `word:anything` parses as a URL too; without a host it may as well be a name and a password.
  if (parsed.host === '') return '[not a URL]';
  const host = parsed.host
    .split('.')
    .map((label) => (looksLikeKey(label, MIN_KEY_IN_HOST) ? REDACTED : label))
    .join('.');
  const path = parsed.pathname
    .split('/')
    .map((segment) => (looksLikeKey(segment, MIN_KEY_IN_PATH) ? REDACTED : segment))
    .join('/');
  return `${parsed.protocol}//${host}${path === '/' ? '' : path}`;
}

const MIN_KEY_IN_PATH = 16;
const MIN_KEY_IN_HOST = 24;

/** Long runs of letters and digits mixed, as in keys, UUIDs and hashes. Names like `tidemark_mainnet` are left alone. */
function looksLikeKey(text: string, minLength: number): boolean {
  if (text.length < minLength || !/^[\w~.%-]+$/.test(text)) return false;
  if (/^[A-Za-z]+([_-][a-z0-9]{1,8})*$/.test(text) && !/\d{3}/.test(text) && text.length < 2 * minLength) return false;
  return /\d/.test(text) || text.length >= 2 * minLength;
}
