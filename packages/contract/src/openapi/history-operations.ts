import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { ErrorName } from '../errors/error-registry.ts';
import { routePath } from '../routes.ts';
import { historyEnvelopeSchema, reserveAtEnvelopeSchema } from '../generated/answers.ts';
import { reserveParameterSchema } from '../schemas/parameters.ts';
import {
  historiesQuerySchema,
  historyQuerySchema,
  reserveAtQuerySchema,
  timeParameterSchema,
} from '../schemas/history-parameters.ts';
import { errorResponses, FILTER_ERRORS } from './error-responses.ts';
import { notModified, revalidatableHeaders, rowHeaders } from './response-headers.ts';

const TAG = 'Lending protocol API';
const DATABASE: readonly ErrorName[] = ['INVALID_QUERY_PARAMETER', 'DATABASE_UNAVAILABLE', 'OVERLOADED'];
const ONE_RESERVE: readonly ErrorName[] = ['INVALID_RESERVE_ADDRESS', 'MALFORMED_URL', 'RESERVE_NOT_FOUND'];
const KEY: readonly ErrorName[] = [
  'API_KEY_MISSING',
  'API_KEY_UNKNOWN',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'API_KEY_MALFORMED',
  'RATE_LIMITED',
];
/** Failures of every answer of many rows. */
export const ROW_ERRORS: readonly ErrorName[] = [
  ...DATABASE,
  ...KEY,
  'TOO_MANY_EXPORTS',
  'INVALID_TIME',
  'INVALID_TIME_RANGE',
  'RANGE_TOO_LONG',
  'TOO_MANY_ROWS',
  'INVALID_LIMIT',
  'INVALID_CURSOR',
];

const HISTORY = `One row per bucket, or with interval=raw per stored read. The edges of a bucket are derived at the edge with the program's own arithmetic from the account that was in force then, not copied from the nearest read.

* Buckets that were not observed are rows without numbers and with a reason, from the first sight of the reserve on (fill).
* Without a key: 1h, 4h and 1d, 90 days and 1,000 rows a call. With one also raw, 1m, 5m and 15m, 2 years, 10,000 rows; CSV and NDJSON without a limit of rows.
* An answer can hold fewer rows than limit and go on all the same: next_cursor tells.`;

/** The answer with many rows in its three forms. */
export function rowResponses(description: string, schema: z.ZodType): RouteConfig['responses'] {
  return {
    200: {
      description,
      headers: rowHeaders(),
      content: {
        'application/json': { schema },
        'text/csv': { schema: z.string() },
        'application/x-ndjson': { schema: z.string() },
      },
    },
    304: notModified(),
  };
}

/** Documents the history of reserves. `suffix` keeps operation ids of several protocols apart. */
export function registerHistoryOperations(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  const reserve = z.object({ reserve: reserveParameterSchema });
  registry.registerPath({
    method: 'get',
    path: routePath('reserveHistories', protocol),
    operationId: `listReserveHistories${suffix}`,
    tags: [TAG],
    summary: 'History of all reserves',
    description: `The same as the history of a reserve, for all or those that pass the filters, by address.\n\n${HISTORY}`,
    request: { query: historiesQuerySchema },
    responses: {
      ...rowResponses('Rows by reserve, then by time.', historyEnvelopeSchema),
      ...errorResponses(...ROW_ERRORS, ...FILTER_ERRORS),
    },
  });
  registry.registerPath({
    method: 'get',
    path: routePath('reserveHistory', protocol),
    operationId: `listReserveHistory${suffix}`,
    tags: [TAG],
    summary: 'History of a reserve',
    description: HISTORY,
    request: { params: reserve, query: historyQuerySchema },
    responses: {
      ...rowResponses('Rows by time.', historyEnvelopeSchema),
      ...errorResponses(...ROW_ERRORS, ...ONE_RESERVE),
    },
  });
  registry.registerPath({
    method: 'get',
    path: routePath('reserveAt', protocol),
    operationId: `getReserveAt${suffix}`,
    tags: [TAG],
    summary: 'A reserve at a moment',
    description:
      'The state of a reserve at any second between its first and its newest read, derived from the account that was in force then, with the age of the evidence and whether it is certain.',
    request: { params: reserve.extend({ time: timeParameterSchema }), query: reserveAtQuerySchema },
    responses: {
      200: {
        description: 'The state at the moment.',
        headers: revalidatableHeaders(),
        content: { 'application/json': { schema: reserveAtEnvelopeSchema } },
      },
      304: notModified(),
      ...errorResponses(...DATABASE, ...KEY, ...ONE_RESERVE, 'INVALID_TIME', 'STATE_NOT_FOUND'),
    },
  });
}
