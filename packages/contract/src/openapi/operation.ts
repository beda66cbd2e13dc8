import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { errorCodes, type ErrorName } from '../errors/error-registry.ts';
import { listOf, parametersOf } from '../routes/list-of.ts';
import { RANGE_ERRORS, type Route } from '../routes/route.ts';
import { timeParameterSchema } from '../schemas/history-parameters.ts';
import { poolParameterSchema } from '../schemas/liquidity-parameters.ts';
import { tokenParameterSchema } from '../schemas/price-parameters.ts';
import { marketParameterSchema, mintParameterSchema, reserveParameterSchema } from '../schemas/parameters.ts';
import { errorResponses } from './error-responses.ts';
import {
  API_KEY_SECURITY,
  cachedDataHeaders,
  headersOf,
  LIMIT_HEADERS,
  notModified,
  revalidatableHeaders,
  rowHeaders,
} from './response-headers.ts';

/** What a placeholder of a path stands for, and how it can be wrong. */
interface PathParameter {
  readonly schema: z.ZodType;
  readonly errors: readonly ErrorName[];
}

const ERROR_CODE = z.string().meta({ description: 'An error code.', examples: errorCodes.map(String).slice(0, 1) });
const PATH_PARAMETERS: Readonly<Record<string, PathParameter>> = {
  reserve: { schema: reserveParameterSchema, errors: ['INVALID_RESERVE_ADDRESS', 'RESERVE_NOT_FOUND'] },
  market: { schema: marketParameterSchema, errors: ['INVALID_MARKET_ADDRESS', 'MARKET_NOT_FOUND'] },
  mint: { schema: mintParameterSchema, errors: ['INVALID_TOKEN_ADDRESS', 'TOKEN_NOT_FOUND'] },
  token: { schema: tokenParameterSchema, errors: ['INVALID_TOKEN_ADDRESS', 'TOKEN_NOT_FOUND', 'AMBIGUOUS_SYMBOL'] },
  pool: { schema: poolParameterSchema, errors: ['INVALID_POOL_ADDRESS', 'POOL_NOT_FOUND'] },
  time: { schema: timeParameterSchema, errors: ['INVALID_TIME'] },
  asset: { schema: z.string(), errors: ['ROUTE_NOT_FOUND'] },
  code: { schema: ERROR_CODE, errors: ['ROUTE_NOT_FOUND'] },
};

/** Failures of answers of many rows. */
const ROWS_ERRORS: readonly ErrorName[] = [...RANGE_ERRORS, 'TOO_MANY_EXPORTS', 'RANGE_TOO_LONG', 'TOO_MANY_ROWS'];

type Security = NonNullable<RouteConfig['security']>;

/** A key is ignored, demanded, or taken where it is sent. Said of each operation: nothing is inherited. */
const DEMANDED: Security = [{ [API_KEY_SECURITY]: [] }];
const SECURITY: Readonly<Record<NonNullable<Route['access']> | 'data', Security>> = {
  open: [],
  keyed: DEMANDED,
  own: DEMANDED,
  data: [{}, ...DEMANDED],
};

/** Documents routes, each once for all the protocols that its path can name. */
export function registerRoutes(registry: OpenAPIRegistry, routes: readonly Route[], protocol: z.ZodType): void {
  const parameters = { ...PATH_PARAMETERS, protocol: { schema: protocol, errors: ['PROTOCOL_NOT_FOUND'] } as const };
  for (const route of routes) register(registry, route, parameters);
}

function register(registry: OpenAPIRegistry, route: Route, parameters: Readonly<Record<string, PathParameter>>): void {
  const { id, path, summary, description, headers, body, method = 'get', tag = 'Lending protocol API' } = route;
  const { access = 'data' } = route;
  const query = parametersOf(route);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, parameters[name]?.schema ?? z.string()]));
  const errors: readonly ErrorName[] = [
    ...names.flatMap((name) => ['MALFORMED_URL' as const, ...(parameters[name]?.errors ?? [])]),
    ...(query === undefined ? [] : (['INVALID_QUERY_PARAMETER'] as const)),
    ...(query !== undefined && 'protocol' in query.shape ? (['PROTOCOL_NOT_FOUND'] as const) : []),
    ...(route.form === 'rows' ? ROWS_ERRORS : []),
    ...(route.errors ?? []),
  ];
  registry.registerPath({
    method,
    path,
    operationId: id,
    tags: [tag],
    security: SECURITY[access],
    summary,
    description,
    request: {
      ...(query === undefined ? {} : { query }),
      ...(names.length === 0 ? {} : { params: z.object(params) }),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      ...answersOf(route, access === 'open' ? {} : headersOf(...LIMIT_HEADERS)),
      ...errorResponses(errors, access === 'open'),
    },
  });
}

function answersOf(route: Route, limits: ReturnType<typeof headersOf>): RouteConfig['responses'] {
  const { form, answer, answered: description = route.summary, unchanged } = route;
  const texts = { 'text/csv': { schema: z.string() }, 'application/x-ndjson': { schema: z.string() } };
  const json = answer instanceof z.ZodType ? { 'application/json': { schema: answer } } : answer;
  const content = listOf(route) === null ? json : { ...json, ...texts };
  if (form === 'moment') {
    return { 200: { description, headers: { ...headersOf('RequestId', 'CacheControl'), ...limits }, content } };
  }
  const same = { ...notModified(), headers: { ...revalidatableHeaders(), ...limits } };
  if (form === 'rows') {
    return { 200: { description, headers: { ...rowHeaders(), ...limits }, content }, 304: same };
  }
  if (form === 'data') return { 200: { description, headers: same.headers, content }, 304: same };
  const headers = { ...cachedDataHeaders(), ...limits };
  return {
    200: { description, headers, content },
    304: { description: unchanged ?? same.description, headers },
  };
}
