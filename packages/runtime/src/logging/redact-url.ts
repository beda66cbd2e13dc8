const REDACTED = '[redacted]';

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
