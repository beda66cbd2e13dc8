import { type ErrorName, FILTER_NAMES, isAddress } from '@tidemark/contract';
import { parseIsoTime } from '@tidemark/core';
import type { z } from 'zod';
import { ApiError } from './exchange.ts';

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
  if (issue?.code === 'unrecognized_keys') throw unknown(issue.keys, known);
  const reason = (issue?.message ?? 'Invalid').replace(/\.$/, '');
  const name = String(issue?.path[0]);
  throw invalid(`The parameter ${otherNames.get(name) ?? name} is not valid: ${reason}.`);
}

/** Throws INVALID_QUERY_PARAMETER where the query has a parameter of another name than these. */
export function refuseOthers(query: URLSearchParams, known: readonly string[]): void {
  const others = [...query.keys()].filter((name) => !known.includes(name));
  if (others.length > 0) throw unknown(others, known);
}

function unknown(names: readonly string[], known: readonly string[]): ApiError {
  const what = known.length === 0 ? 'None is' : `Known are ${known.join(', ')}`;
  return invalid(`${unknownParameter(names)} ${what}.${ELSEWHERE.get(names[0] ?? '') ?? ''}`);
}

/** A name that somebody typed. Keys of ours are longer. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,31}$/;

/** Where a parameter is known that other paths do not have: left out, the answer would be another one than was asked for. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['as_of', ' The parameter as_of is for histories of reserves alone: of other rows no earlier values are kept.'],
]);

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

export interface NumberRule {
  readonly parameter: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly error: ErrorName;
}

/** A whole number of a query; the default where it is not there. Throws the rule's error. */
export function readNumber(text: string | undefined, rule: NumberRule): number {
  if (text === undefined) return rule.default;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= rule.min && value <= rule.max) return value;
  throw new ApiError(rule.error, {
    detail: `The parameter ${rule.parameter} is not a whole number from ${rule.min} to ${rule.max}.`,
  });
}

/** The reserve that a path names. Throws INVALID_RESERVE_ADDRESS. */
export function readReserve(params: Readonly<Record<string, string>>): string {
  const reserve = params['reserve'] ?? '';
  if (!isAddress(reserve)) throw new ApiError('INVALID_RESERVE_ADDRESS');
  return reserve;
}

/** Numbers below are seconds (up to the year 5138), larger ones milliseconds (from 1973 on). */
const FIRST_MILLISECONDS = 100_000_000_000;
/**
 * End of the year 9998. Of later times the bucket after could lie beyond the year 9999, which the driver would write in a way
 * that Postgres does not read.
 */
export const LAST_TIME_MS = Date.UTC(9998, 11, 31, 23, 59, 59, 999);

/** A time as unix milliseconds: seconds, milliseconds, or RFC 3339 and ISO-8601 with a zone. Throws INVALID_TIME. */
export function readTime(text: string, parameter: string): number {
  const ms = /^\d{1,15}$/.test(text) ? fromNumber(Number(text)) : parseIsoTime(withPlus(text));
  if (ms !== null && ms >= 0 && ms <= LAST_TIME_MS) return ms;
  throw new ApiError('INVALID_TIME', { detail: `The parameter ${parameter} is not a time.` });
}

function fromNumber(value: number): number {
  return value < FIRST_MILLISECONDS ? value * 1000 : value;
}

/** The plus sign of an offset that was sent unencoded arrives as a blank, which can be nothing else there. */
function withPlus(text: string): string {
  return text.replace(/^(.{16,}) (\d{2}(?::?\d{2})?)$/, '$1+$2');
}
