import { FILTER_NAMES } from '@tidemark/contract';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Text with this in it could be an API key: it is not repeated, and not taken over as a request id. */
export const KEY_MARK = 'tdm_';

/** The query of a URL, decoded. Broken percent signs stay as they are. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/**
 * Checks a query against its schema. A filter that was sent under its other name comes back under the main one. Throws
 * INVALID_QUERY_PARAMETER that names the parameter, but repeats no value, and no name that is none: either could be a key.
 */
export function readQuery<Schema extends z.ZodObject>(schema: Schema, query: URLSearchParams): z.output<Schema> {
  const known = Object.keys(schema.shape);
  const twice = known.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) throw invalid(`The parameter ${twice} occurs twice.`);
  const otherNames = otherNamesIn(query, known);
  const result = schema.safeParse(
    Object.fromEntries([...query].map(([name, value]) => [mainName(name, known), value])),
  );
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw invalid(
      `${unknownParameter(issue.keys)} ${known.length === 0 ? 'None is' : `Known are ${known.join(', ')}`}.`,
    );
  }
  const reason = (issue?.message ?? 'Invalid').replace(/\.$/, '');
  const name = String(issue?.path[0]);
  throw invalid(`The parameter ${otherNames.get(name) ?? name} is not valid: ${reason}.`);
}

/** A name that somebody typed. Keys of ours are longer. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,31}$/;

function unknownParameter([name = '']: readonly string[]): string {
  return PLAIN_NAME.test(name) && !name.includes(KEY_MARK)
    ? `The parameter ${name} is not known here.`
    : 'There is a parameter that is not known here.';
}

const mainNames: ReadonlyMap<string, string> = new Map(Object.entries(FILTER_NAMES));

/** The main name of a filter that this query may have; any other name stays. */
function mainName(name: string, known: readonly string[]): string {
  return known.includes(name) ? (mainNames.get(name) ?? name) : name;
}

/** Main names of the filters that were sent under their other name. Refuses both names of one filter. */
function otherNamesIn(query: URLSearchParams, known: readonly string[]): ReadonlyMap<string, string> {
  const sent = known.filter((name) => query.has(name) && mainName(name, known) !== name);
  const both = sent.find((name) => query.has(mainName(name, known)));
  if (both !== undefined) {
    throw invalid(`The parameters ${mainName(both, known)} and ${both} are two names of one filter. Send one of them.`);
  }
  return new Map(sent.map((name) => [mainName(name, known), name]));
}

function invalid(detail: string): ApiError {
  return new ApiError('INVALID_QUERY_PARAMETER', { detail });
}
