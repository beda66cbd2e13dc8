import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/** The query of a URL, decoded. Broken percent signs stay as they are. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/**
 * Checks a query against its schema. Throws INVALID_QUERY_PARAMETER that names the parameter, but repeats no value: what
 * stands there could be a key.
 */
export function readQuery<Schema extends z.ZodObject>(schema: Schema, query: URLSearchParams): z.output<Schema> {
  const known = Object.keys(schema.shape);
  const twice = known.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) throw invalid(`The parameter ${twice} occurs twice.`);
  const result = schema.safeParse(Object.fromEntries(query));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw invalid(
      known.length === 0
        ? 'There is a parameter, and none is known here.'
        : `There is a parameter of another name than ${known.join(', ')}.`,
    );
  }
  const reason = (issue?.message ?? 'Invalid').replace(/\.$/, '');
  throw invalid(`The parameter ${String(issue?.path[0])} is not valid: ${reason}.`);
}

function invalid(detail: string): ApiError {
  return new ApiError('INVALID_QUERY_PARAMETER', { detail });
}
