import type { FrozenAnswer } from './request.ts';

/**
 * Columns of views that another run of the same world fills otherwise, and why. A name with its view in front is masked there only.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  change_id: 'the number of a transaction of this Postgres',
  'price_batches.attempt_id': 'services behind HTTP are asked at once, and their attempts numbered as they answer',
};

/** What is written instead of the values of a column; null where they are kept. */
export function maskOfColumn(view: string, column: string): string | null {
  return `${view}.${column}` in COLUMNS || column in COLUMNS ? column : null;
}

/** Headers that are left out, and why. */
const HEADERS_LEFT_OUT: Readonly<Record<string, string>> = {
  date: 'the clock of the machine',
  connection: 'of the connection',
  'keep-alive': 'of the connection',
  'transfer-encoding': 'of the connection',
  'content-length': 'follows from the body, which is compared',
  'x-request-id': 'chance',
  'ratelimit-remaining': 'requests of the same run before',
  'ratelimit-reset': 'requests of the same run before',
};

/** Headers whose presence is a promise and whose value means nothing. */
const OPAQUE_HEADERS: Readonly<Record<string, string>> = {
  etag: 'compared by clients with itself only',
  'x-next-cursor': 'for the API itself only; the page that it leads to is compared',
  'x-data-revision': 'made of numbers of transactions of this Postgres',
};

/** What stands in bodies and is no value: the id of a request in its error, and cursors, as in the headers. */
const masked = (body: string): string =>
  body
    .replaceAll(/Request id: [^.]+\./g, 'Request id: <id>.')
    .replaceAll(/"next_cursor":"[^"]+"/g, '"next_cursor":"<cursor>"');

export function maskAnswer(answer: FrozenAnswer): FrozenAnswer {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !(name in HEADERS_LEFT_OUT))
    .map(([name, value]) => [name, name in OPAQUE_HEADERS ? `<${name}>` : value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...answer, headers: Object.fromEntries(headers), body: masked(answer.body) };
}
