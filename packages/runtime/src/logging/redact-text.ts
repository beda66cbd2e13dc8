import { redactUrl } from './redact-url.ts';

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
