import { redactUrl } from './redact-url.ts';

const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\`)\]}]+/gi;
const BEARER = /\b(bearer)\s+[\w.~+/=-]{8,}/gi;

/** The text with credentials taken out of every URL and bearer token in it. Everything else stays as it is. */
export function redactText(text: string): string {
  let result = text;
  if (result.includes('://')) result = result.replace(URL_IN_TEXT, redactUrlInText);
  if (/bearer/i.test(result)) result = result.replace(BEARER, '$1 [redacted]');
  return result;
}

/** A URL without anything to hide is left to the letter, so that log lines stay searchable. */
function redactUrlInText(url: string): string {
  const trailing = /[.,;:!?]*$/.exec(url)?.[0] ?? '';
  const core = url.slice(0, url.length - trailing.length);
  const bare = redactUrl(core);
  return (core === `${bare}/` ? core : bare) + trailing;
}
