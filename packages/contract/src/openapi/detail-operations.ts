import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { ErrorName } from '../errors/error-registry.ts';
import { type RouteName, routePath } from '../routes.ts';
import {
  changesQuerySchema,
  curveQuerySchema,
  detailListQuerySchema,
  noQuerySchema,
  reserveParameterSchema,
} from '../schemas/parameters.ts';
import {
  configChangesEnvelopeSchema,
  quarantineEnvelopeSchema,
  reserveConfigEnvelopeSchema,
  reserveCurveEnvelopeSchema,
  reserveDetailEnvelopeSchema,
} from '../generated/answers.ts';
import { errorResponses, FILTER_ERRORS } from './error-responses.ts';
import { cachedDataHeaders, notModified, revalidatableHeaders } from './response-headers.ts';

interface DetailOperation {
  readonly route: RouteName;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly query: z.ZodObject;
  readonly errors: readonly ErrorName[];
  /** True for answers from the data in memory, which say their slot and age in headers. */
  readonly fromMemory?: boolean;
}

const DATABASE: readonly ErrorName[] = ['INVALID_QUERY_PARAMETER', 'DATABASE_UNAVAILABLE', 'OVERLOADED'];
const ONE_RESERVE: readonly ErrorName[] = ['INVALID_RESERVE_ADDRESS', 'MALFORMED_URL', 'RESERVE_NOT_FOUND'];
const RANGE: readonly ErrorName[] = ['INVALID_TIME', 'INVALID_TIME_RANGE', 'INVALID_LIMIT', 'INVALID_CURSOR'];

const operations: readonly DetailOperation[] = [
  {
    route: 'reserveDetails',
    operationId: 'listReserveDetails',
    summary: 'Details of all reserves',
    description:
      'Everything that is known of each reserve at its newest slot: exact integers, the verdict of the program on its price, realised rates, headroom, fees. Same order as the latest reserves.',
    schema: reserveDetailEnvelopeSchema,
    query: detailListQuerySchema,
    errors: [...DATABASE, ...FILTER_ERRORS],
    fromMemory: true,
  },
  {
    route: 'reserveDetail',
    operationId: 'getReserveDetail',
    summary: 'Details of a reserve',
    description: 'The same for one reserve: data holds one row.',
    schema: reserveDetailEnvelopeSchema,
    query: noQuerySchema,
    errors: ['INVALID_QUERY_PARAMETER', 'DATABASE_UNAVAILABLE', ...ONE_RESERVE],
    fromMemory: true,
  },
  {
    route: 'reserveCurve',
    operationId: 'getReserveCurve',
    summary: 'Rate curve and what-if',
    description:
      'The rates of a reserve over its utilization, where it stands, and where a deposit, withdrawal, borrow or repayment of a given size would take it.',
    schema: reserveCurveEnvelopeSchema,
    query: curveQuerySchema,
    errors: [...DATABASE, ...ONE_RESERVE, 'INVALID_POINTS', 'INVALID_TOKEN_AMOUNT', 'CHANGE_EXCEEDS_RESERVE'],
  },
  {
    route: 'reserveConfig',
    operationId: 'getReserveConfig',
    summary: 'Configuration of a reserve',
    description: 'The full decoded configuration of a reserve and of its market, and since when it holds.',
    schema: reserveConfigEnvelopeSchema,
    query: noQuerySchema,
    errors: [...DATABASE, ...ONE_RESERVE],
  },
  {
    route: 'configChanges',
    operationId: 'listConfigChanges',
    summary: 'Configuration changes',
    description:
      'Parameters of reserves and lending markets that differed between two reads, newest first. The first sight of an account is no change.',
    schema: configChangesEnvelopeSchema,
    query: changesQuerySchema,
    errors: [...DATABASE, ...RANGE],
  },
  {
    route: 'reserveConfigChanges',
    operationId: 'listReserveConfigChanges',
    summary: 'Configuration changes of a reserve',
    description: 'The same for one reserve. Parameters of its market are not among them.',
    schema: configChangesEnvelopeSchema,
    query: changesQuerySchema,
    errors: [...DATABASE, ...ONE_RESERVE, ...RANGE],
  },
  {
    route: 'quarantineInfo',
    operationId: 'listQuarantinedReserves',
    summary: 'Quarantine',
    description:
      'Reserves that were ever kept out of the data, one row per reserve and reason, by address and reason. active_b says which are so now.',
    schema: quarantineEnvelopeSchema,
    query: noQuerySchema,
    errors: DATABASE,
  },
];

/** Documents the endpoints beyond snapshots and settings. `suffix` keeps operation ids of several protocols apart. */
export function registerDetailOperations(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  for (const operation of operations) {
    const { route, operationId, summary, description, schema, query, errors } = operation;
    const path = routePath(route, protocol);
    const request: RouteConfig['request'] = {
      query,
      ...(path.includes('{reserve}') ? { params: z.object({ reserve: reserveParameterSchema }) } : {}),
    };
    const headers = operation.fromMemory === true ? cachedDataHeaders() : revalidatableHeaders();
    registry.registerPath({
      method: 'get',
      path,
      operationId: `${operationId}${suffix}`,
      tags: ['Lending protocol API'],
      summary,
      description,
      request,
      responses: {
        200: { description: summary, headers, content: { 'application/json': { schema } } },
        304: operation.fromMemory === true ? { ...notModified(), headers } : notModified(),
        ...errorResponses(...errors),
      },
    });
  }
}
