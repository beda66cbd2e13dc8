import { redactText } from '../logging/redact-text.ts';
import type { SpanAttributes } from './tracer.ts';

/** Longer texts say nothing that a span is for. */
const MAX_LENGTH = 256;

/**
 * Attributes as they may leave the process: credentials are cut out of every text, whoever wrote it, and long texts end. What
 * is not known is left out; an integer beyond what a double holds becomes text.
 */
export function toSafeAttributes(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const safe: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'string') safe[name] = redactText(value).slice(0, MAX_LENGTH);
    else if (typeof value === 'bigint')
      safe[name] = Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    else safe[name] = value;
  }
  return safe;
}
