import { parseCsv } from '../support/parse-csv.ts';
import type { FrozenAnswer } from './request.ts';
import type { Difference } from './difference.ts';

/** What differs between two answers to a request: status, headers, and the body value by value. */
export function compareAnswers(before: FrozenAnswer, now: FrozenAnswer): Difference[] {
  const differences: Difference[] = [];
  if (before.status !== now.status) differences.push(differenceOf('status', before.status, now.status));
  for (const name of new Set([...Object.keys(before.headers), ...Object.keys(now.headers)])) {
    const [old, own] = [before.headers[name], now.headers[name]];
    if (old !== own) differences.push(differenceOf(`header ${name}`, old, own));
  }
  if (before.body !== now.body) differences.push(...compareBodies(before, now));
  return differences;
}

function compareBodies(before: FrozenAnswer, now: FrozenAnswer): Difference[] {
  const [old, own] = [valueOf(before), valueOf(now)];
  const differences = [...compareValues('$', old, own)];
  return differences.length > 0 ? differences : [inAnotherForm(before.body, now.body)];
}

/** The body as a value: JSON as it is, NDJSON and CSV as lists of rows. */
function valueOf({ headers, body }: FrozenAnswer): unknown {
  const type = headers['content-type'] ?? '';
  try {
    if (type.startsWith('application/json')) return JSON.parse(body);
    if (type.startsWith('application/x-ndjson')) return linesOf(body).map((line): unknown => JSON.parse(line));
    if (type.startsWith('text/csv')) return rowsOf(body);
  } catch {
    // What cannot be read is compared as text.
  }
  return linesOf(body);
}

const linesOf = (body: string): string[] => body.split('\n').slice(0, body.endsWith('\n') ? -1 : undefined);

function rowsOf(body: string): unknown {
  const [names = [], ...rows] = parseCsv(body);
  return rows.map((cells) => Object.fromEntries(names.map((name, place) => [name ?? '', cells[place]])));
}

/** Lists of different lengths are told by length and by the first item that differs: the rest would be told as shifted. */
export function* compareValues(place: string, old: unknown, own: unknown): Generator<Difference> {
  if (Array.isArray(old) && Array.isArray(own)) {
    if (old.length !== own.length) yield differenceOf(`${place}.length`, old.length, own.length);
    for (let index = 0; index < Math.min(old.length, own.length); index += 1) {
      const found = [...compareValues(`${place}[${index}]`, old[index], own[index])];
      yield* found;
      if (found.length > 0 && old.length !== own.length) return;
    }
  } else if (isObject(old) && isObject(own)) {
    for (const name of new Set([...Object.keys(old), ...Object.keys(own)])) {
      yield* compareValues(`${place}.${name}`, old[name], own[name]);
    }
  } else if (!Object.is(old, own)) yield differenceOf(place, old, own);
}

/** The same values, written otherwise: a number as 1e-5 instead of 0.00001, or names in another order. */
function inAnotherForm(before: string, now: string): Difference {
  let at = 0;
  while (before[at] === now[at]) at += 1;
  const around = (text: string) => `…${text.slice(Math.max(0, at - 40), at + 40)}…`;
  return { place: 'the same values in another form', before: around(before), now: around(now) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differenceOf(place: string, before: unknown, now: unknown): Difference {
  return { place, before: JSON.stringify(before) ?? 'nothing', now: JSON.stringify(now) ?? 'nothing' };
}
