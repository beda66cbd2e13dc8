import {
  type ListOf,
  listOf,
  parametersOf,
  QUERY_LIMITS,
  responseHeaders,
  type Route,
  type RowFormat,
  tableParameters,
} from '@tidemark/contract';
import { csvHeader, definitionIn, type FieldDefinition, isDefinedIn } from '@tidemark/model/fields';
import { z } from 'zod';
import {
  type Answer,
  ApiError,
  type Exchange,
  type Handler,
  JSON_TYPE,
  type PreparedAnswer,
  type StreamAnswer,
} from '../http/exchange.ts';
import { type PreparedResource, prepareResource, type RawHeaders } from '../http/prepared.ts';
import { readQuery, refuseOthers } from '../http/query.ts';
import { readFormat } from './query.ts';
import { type AnswerRow, CSV_TYPE, csvEncoder, jsonEncoder, NDJSON_TYPE } from './answer.ts';
import { changeCsv } from './csv-records.ts';
import { safeInSheets, timesOf, toIso, withIsoTimes } from './table-cells.ts';

/** What of the parameters of every list was sent. */
interface Wanted {
  /** The form that a list which is JSON is turned into. */
  readonly format: RowFormat;
  readonly units: boolean;
  readonly iso: boolean;
  readonly spreadsheet: boolean;
}

const SCHEMA = z.strictObject(tableParameters.list);

/**
 * The handler of a route that answers with a list, in every form of it: a list that is made as JSON as CSV and NDJSON too, and all of them with
 * other times and texts where that was requested (not in JSON, whose times are those of the document). What was not requested costs nothing.
 */
export function inAnyForm(route: Route, handler: Handler): Handler {
  const list = listOf(route);
  if (list === null) return handler;
  const known = Object.keys(parametersOf(route)?.shape ?? {});
  const own = new Set(Object.keys(route.form === 'rows' ? tableParameters.rows : tableParameters.list));
  const answered = async (exchange: Exchange): Promise<Answer> => {
    try {
      return await handler(exchange);
    } catch (error) {
      // The handler knows its own parameters alone.
      if (error instanceof ApiError && error.errorName === 'INVALID_QUERY_PARAMETER')
        refuseOthers(exchange.query, known);
      throw error;
    }
  };
  return async (exchange) => {
    const { query } = exchange;
    if (query.size === 0) return handler(exchange);
    if (![...query.keys()].some((name) => own.has(name))) return answered(exchange);
    const asked = readQuery(
      SCHEMA,
      only(query, (name) => own.has(name)),
    );
    const { format = 'json', units, time, spreadsheet } = asked;
    const wanted = { format, units: units === 'true', iso: time === 'iso', spreadsheet: spreadsheet === 'true' };
    refuseElsewhere(
      wanted,
      route.form === 'rows' ? readFormat(rowFormatOf(query), exchange.request.headers.accept) : format,
    );
    const rest = only(query, (name) => !own.has(name));
    // A file does not show that rows are missing: it is whole, or refused.
    if (format !== 'json' && known.includes('limit') && !query.has('limit')) {
      rest.set('limit', String(QUERY_LIMITS.changes.max));
    }
    return await inForm(await answered({ ...exchange, query: rest }), { route, list, wanted, exchange });
  };
}

function rowFormatOf(query: URLSearchParams): RowFormat | undefined {
  return tableParameters.list.format.safeParse(query.get('format') ?? undefined).data;
}

/** The times of JSON are what the document says of them, and a sheet reads CSV. */
function refuseElsewhere({ iso, spreadsheet }: Wanted, format: RowFormat): void {
  const detail = (text: string) => new ApiError('INVALID_QUERY_PARAMETER', { detail: text });
  if (iso && format === 'json')
    throw detail('The parameter time is for CSV and NDJSON: times of JSON are unix seconds.');
  if (spreadsheet && format !== 'csv') throw detail('The parameter spreadsheet is for CSV.');
}

interface About {
  readonly route: Route;
  readonly list: ListOf;
  readonly wanted: Wanted;
  /** As it came, with all of its parameters. */
  readonly exchange: Exchange;
}

function only(query: URLSearchParams, isWanted: (name: string) => boolean): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => isWanted(name)));
}

async function inForm(answer: Answer, about: About): Promise<Answer> {
  const { wanted, list } = about;
  const made = 'chunks' in answer ? answer : 'resource' in answer ? await wholeOf(answer) : null;
  // What the client has already has no body.
  if (made === null || made.contentType === '') return answer;
  const isCsv = wanted.format === 'csv' || made.contentType.startsWith('text/csv');
  if ('resource' in answer && made.contentType === JSON_TYPE)
    return { ...answer, resource: ofJson(answer.resource, about) };
  if (!wanted.iso && !wanted.spreadsheet) return answer;
  const chunks = isCsv ? changeCsv(made.chunks, cellChanger(list, wanted)) : changeLines(made.chunks, list);
  if ('chunks' in answer) return { ...answer, chunks };
  if (!('resource' in answer)) return answer;
  const parts: string[] = [];
  for await (const part of chunks) parts.push(part);
  return { ...answer, resource: remade(answer.resource, made.contentType, parts.join('')) };
}

async function wholeOf({ resource }: PreparedAnswer): Promise<Pick<StreamAnswer, 'contentType' | 'chunks'>> {
  const { headers, body } = await resource.representation('identity');
  async function* parts() {
    yield* body;
  }
  return { contentType: headerOf(headers, 'Content-Type') ?? '', chunks: parts() };
}

function headerOf(headers: RawHeaders, name: string): string | undefined {
  const place = headers.findIndex((text, index) => index % 2 === 0 && text === name);
  return place < 0 ? undefined : headers[place + 1];
}

/** Forms of one resource that were requested before: the list of all reserves is one for everybody until the next read. */
const FORMS = new WeakMap<PreparedResource, Map<string, PreparedResource>>();

function ofJson(resource: PreparedResource, about: About): PreparedResource {
  const { wanted, exchange } = about;
  if (wanted.format === 'json') return resource;
  const key = JSON.stringify([wanted, exchange.query.get('fields')]);
  const forms = FORMS.get(resource) ?? new Map<string, PreparedResource>();
  FORMS.set(resource, forms);
  const known = forms.get(key);
  if (known !== undefined) return known;
  const made = formOfJson(resource, about);
  if (exchange.query.get('fields') === null) forms.set(key, made);
  return made;
}

const bodySchema = z.union([
  z.array(z.custom<AnswerRow>((row) => typeof row === 'object')),
  z.looseObject({
    data: z.array(z.custom<AnswerRow>((row) => typeof row === 'object')),
    meta: z.looseObject({ next_cursor: z.string().nullish() }).optional(),
  }),
]);

function formOfJson(resource: PreparedResource, { route, list, wanted, exchange }: About): PreparedResource {
  const identity = resource.representation('identity');
  if (identity instanceof Promise) throw new Error('JSON that is not compressed is there at once');
  const body = bodySchema.parse(JSON.parse(Buffer.concat(identity.body).toString('utf8')));
  const found = Array.isArray(body) ? body : body.data;
  const times = timesOf(list.component);
  const rows = wanted.iso ? found.map((row) => withIsoTimes(row, times)) : found;
  const next = Array.isArray(body) ? null : (body.meta?.next_cursor ?? null);
  if (next !== null && !exchange.query.has('limit')) {
    throw new ApiError('TOO_MANY_ROWS', {
      detail: `The answer would hold more than ${rows.length} rows. With limit it comes in pages.`,
    });
  }
  const columns = exchange.query.get('fields')?.split(',') ?? list.columns;
  const more = [
    'Content-Disposition',
    `attachment; filename="${nameOf(route)}.${wanted.format}"`,
    ...(next === null ? [] : [responseHeaders.nextCursor, next]),
  ];
  if (wanted.format === 'ndjson') {
    const encode = jsonEncoder([...new Set([...columns, ...Object.keys(rows[0] ?? {})])]);
    return remade(resource, NDJSON_TYPE, rows.map((row) => `${encode(row)}\n`).join(''), more);
  }
  const definitions = Object.fromEntries(columns.map((name) => [name, columnOf(list, name, wanted)]));
  const encode = csvEncoder(columns, wanted.spreadsheet ? safeInSheets : undefined);
  return remade(resource, CSV_TYPE, csvHeader(definitions, { units: wanted.units }) + rows.map(encode).join(''), more);
}

function columnOf({ component }: ListOf, name: string, { iso }: Wanted): FieldDefinition {
  const definition = isDefinedIn(component, name) ? definitionIn(component, name) : OBJECT;
  return iso && definition.type === 'unix' ? { ...definition, unit: 'UTC time' } : definition;
}

/** Of an object in a row, which is JSON in CSV where it is requested by name. */
const OBJECT: FieldDefinition = {
  type: 'json',
  unit: 'JSON',
  nullRule: 'never',
  formula: '',
  methodVersion: 'account-1.0',
  description: '',
};

/** `lend-reserves-all-latest` */
function nameOf({ path }: Route): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'))
    .join('-');
}

/** The same for the same clients and caches, with another body. */
function remade(
  resource: PreparedResource,
  contentType: string,
  body: string,
  more: RawHeaders = [],
): PreparedResource {
  const identity = resource.representation('identity');
  if (identity instanceof Promise) throw new Error('what is not compressed is there at once');
  const { notModifiedHeaders: headers } = identity;
  const own = new Set(['ETag', 'Cache-Control', 'Vary']);
  return prepareResource({
    contentType,
    body: Buffer.from(body),
    cacheControl: headerOf(headers, 'Cache-Control') ?? 'no-store',
    vary: headerOf(headers, 'Vary') ?? 'Accept-Encoding',
    extraHeaders: [...headers.filter((_, index) => !own.has(headers[index - (index % 2)] ?? '')), ...more],
  });
}

/** Cells of rows that are CSV already; the first record has the names. */
function cellChanger({ component }: ListOf, { iso, spreadsheet }: Wanted) {
  const times = timesOf(component).names;
  const names: string[] = [];
  return (cell: string, column: number, record: number): string => {
    if (record === 0) {
      names[column] = cell;
      return cell;
    }
    if (iso && times.has(names[column] ?? '')) {
      if (cell === 'unix seconds') return 'UTC time';
      return cell === '' ? cell : toIso(Number(cell));
    }
    return spreadsheet ? safeInSheets(cell) : cell;
  };
}

/** Lines of NDJSON with their times as ISO-8601. */
async function* changeLines(chunks: AsyncIterable<string | Uint8Array>, { component }: ListOf): AsyncGenerator<string> {
  const [decoder, times] = [new TextDecoder(), timesOf(component)];
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0)
      yield lines.map((line) => `${JSON.stringify(withIsoTimes(rowSchema.parse(JSON.parse(line)), times))}\n`).join('');
  }
}
const rowSchema = z.record(z.string(), z.unknown());
