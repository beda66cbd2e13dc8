import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { ErrorName } from '../errors/error-registry.ts';
import { type RouteName, routePath } from '../routes.ts';
import {
  marketHistoryEnvelopeSchema,
  marketTotalsEnvelopeSchema,
  protocolHistoryEnvelopeSchema,
  protocolTotalsEnvelopeSchema,
  tokenHistoryEnvelopeSchema,
  tokenTotalsEnvelopeSchema,
} from '../generated/answers.ts';
import { aggregateHistoryQuerySchema } from '../schemas/aggregate-history.ts';
import { marketParameterSchema, mintParameterSchema, noQuerySchema } from '../schemas/parameters.ts';
import { errorResponses } from './error-responses.ts';
import { ROW_ERRORS, rowResponses } from './history-operations.ts';
import { cachedDataHeaders, notModified } from './response-headers.ts';

interface AggregateOperation {
  readonly route: RouteName;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly errors: readonly ErrorName[];
}

const ONE_MARKET: readonly ErrorName[] = ['INVALID_MARKET_ADDRESS', 'MALFORMED_URL', 'MARKET_NOT_FOUND'];
const ONE_TOKEN: readonly ErrorName[] = ['INVALID_TOKEN_ADDRESS', 'MALFORMED_URL', 'TOKEN_NOT_FOUND'];

const latestOperations: readonly AggregateOperation[] = [
  {
    route: 'latestMarkets',
    operationId: 'listLatestMarkets',
    summary: 'Totals of all lending markets',
    description:
      'One row per lending market, ordered by name and address (by bytes of UTF-8). Sums are made of exact integers and rounded once. Markets without reserves have a row too.',
    schema: marketTotalsEnvelopeSchema,
    errors: [],
  },
  {
    route: 'latestMarket',
    operationId: 'getLatestMarket',
    summary: 'Totals of a lending market',
    description: 'The same for one lending market: data holds one row.',
    schema: marketTotalsEnvelopeSchema,
    errors: ONE_MARKET,
  },
  {
    route: 'latestToken',
    operationId: 'getLatestToken',
    summary: 'Totals of a token',
    description:
      'All reserves of one token, in whole tokens and in USD. The APYs are weighted by token amounts. data holds one row.',
    schema: tokenTotalsEnvelopeSchema,
    errors: ONE_TOKEN,
  },
  {
    route: 'latestSummary',
    operationId: 'getLatestSummary',
    summary: 'Totals of the protocol',
    description: 'All reserves of the protocol: data holds one row. The totals of its lending markets add up to it.',
    schema: protocolTotalsEnvelopeSchema,
    errors: [],
  },
];

const HISTORY = `What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.

* A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
* Without a key 90 days and 1,000 rows a call; with one 2 years and 10,000 rows, CSV and NDJSON without a limit of rows.`;

const historyOperations: readonly AggregateOperation[] = [
  {
    route: 'marketHistory',
    operationId: 'listMarketHistory',
    summary: 'History of a lending market',
    description: HISTORY,
    schema: marketHistoryEnvelopeSchema,
    errors: ONE_MARKET,
  },
  {
    route: 'tokenHistory',
    operationId: 'listTokenHistory',
    summary: 'History of a token',
    description: `${HISTORY}\n* Amounts are in whole tokens too, and the APYs are weighted by them.`,
    schema: tokenHistoryEnvelopeSchema,
    errors: ONE_TOKEN,
  },
  {
    route: 'summaryHistory',
    operationId: 'listSummaryHistory',
    summary: 'History of the protocol',
    description: HISTORY,
    schema: protocolHistoryEnvelopeSchema,
    errors: [],
  },
];

/** Path parameters of a template. */
function aggregateParams(path: string): Pick<NonNullable<RouteConfig['request']>, 'params'> {
  if (path.includes('{market}')) return { params: z.object({ market: marketParameterSchema }) };
  if (path.includes('{mint}')) return { params: z.object({ mint: mintParameterSchema }) };
  return {};
}

/** Documents the totals of markets, tokens and the protocol. `suffix` keeps operation ids of several protocols apart. */
export function registerAggregateOperations(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  for (const { route, operationId, summary, description, schema, errors } of latestOperations) {
    const path = routePath(route, protocol);
    const headers = cachedDataHeaders();
    registry.registerPath({
      method: 'get',
      path,
      operationId: `${operationId}${suffix}`,
      tags: ['Lending protocol API'],
      summary,
      description,
      request: { query: noQuerySchema, ...aggregateParams(path) },
      responses: {
        200: { description: summary, headers, content: { 'application/json': { schema } } },
        304: { ...notModified(), headers },
        ...errorResponses('INVALID_QUERY_PARAMETER', 'DATABASE_UNAVAILABLE', ...errors),
      },
    });
  }
  for (const { route, operationId, summary, description, schema, errors } of historyOperations) {
    const path = routePath(route, protocol);
    registry.registerPath({
      method: 'get',
      path,
      operationId: `${operationId}${suffix}`,
      tags: ['Lending protocol API'],
      summary,
      description,
      request: { query: aggregateHistoryQuerySchema, ...aggregateParams(path) },
      responses: { ...rowResponses('Rows by time.', schema), ...errorResponses(...ROW_ERRORS, ...errors) },
    });
  }
}
