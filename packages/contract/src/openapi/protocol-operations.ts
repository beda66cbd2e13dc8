import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { routePath } from '../routes.ts';
import {
  marketInfoEnvelopeSchema,
  reserveInfoEnvelopeSchema,
  reserveSnapshotEnvelopeSchema,
} from '../generated/answers.ts';
import {
  infoQuerySchema,
  latestListQuerySchema,
  latestQuerySchema,
  reserveParameterSchema,
} from '../schemas/parameters.ts';
import { reserveSnapshotListSchema } from '../schemas/reserve-snapshot.ts';
import { errorResponses, FILTER_ERRORS } from './error-responses.ts';
import { cachedDataHeaders, notModified, revalidatableHeaders } from './response-headers.ts';

const TAG = 'Lending protocol API';

/** A bare array by default, the envelope on request. */
const snapshotsAnswer = (description: string): RouteConfig['responses'] => ({
  200: {
    description,
    headers: cachedDataHeaders(),
    content: { 'application/json': { schema: z.union([reserveSnapshotListSchema, reserveSnapshotEnvelopeSchema]) } },
  },
  304: {
    description: 'The data have not changed since the ETag or the date that the request names. No body.',
    headers: cachedDataHeaders(),
  },
});

/** Documents the endpoints of one protocol. `suffix` keeps operation ids apart when there are several protocols. */
export function registerProtocolOperations(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  registerLatest(registry, protocol, suffix);
  registerInfo(registry, protocol, suffix);
}

function registerLatest(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  registry.registerPath({
    method: 'get',
    path: routePath('latestReserves', protocol),
    operationId: `listLatestReserves${suffix}`,
    tags: [TAG],
    summary: 'Latest reserves',
    description:
      'The latest snapshot of each reserve, ordered by lending market name, token symbol and reserve address (by bytes of UTF-8). An empty array while nothing is indexed. Reserves that left the chain stay, with the time of their last read.',
    request: { query: latestListQuerySchema },
    responses: {
      ...snapshotsAnswer('One snapshot per reserve.'),
      ...errorResponses('INVALID_QUERY_PARAMETER', 'NOT_READY', 'DATABASE_UNAVAILABLE', 'OVERLOADED', ...FILTER_ERRORS),
    },
  });
  registry.registerPath({
    method: 'get',
    path: routePath('latestReserve', protocol),
    operationId: `getLatestReserve${suffix}`,
    tags: [TAG],
    summary: 'Latest reserve',
    description: 'The latest snapshot of one reserve: an array that holds one element.',
    request: { params: z.object({ reserve: reserveParameterSchema }), query: latestQuerySchema },
    responses: {
      ...snapshotsAnswer('An array with one snapshot.'),
      ...errorResponses(
        'INVALID_RESERVE_ADDRESS',
        'INVALID_QUERY_PARAMETER',
        'MALFORMED_URL',
        'RESERVE_NOT_FOUND',
        'NOT_READY',
      ),
    },
  });
}

function registerInfo(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  const infoErrors = errorResponses('INVALID_QUERY_PARAMETER', 'DATABASE_UNAVAILABLE', 'OVERLOADED');
  registry.registerPath({
    method: 'get',
    path: routePath('marketInfo', protocol),
    operationId: `listMarketInfo${suffix}`,
    tags: [TAG],
    summary: 'Markets',
    description:
      'One row per reserve of each lending market, with the settings of the market. Same order as the latest reserves.',
    request: { query: infoQuerySchema },
    responses: {
      200: {
        description: 'The rows that pass the filters.',
        headers: revalidatableHeaders(),
        content: { 'application/json': { schema: marketInfoEnvelopeSchema } },
      },
      304: notModified(),
      ...infoErrors,
    },
  });
  registry.registerPath({
    method: 'get',
    path: routePath('reserveInfo', protocol),
    operationId: `listReserveInfo${suffix}`,
    tags: [TAG],
    summary: 'Reserves',
    description: 'One row per reserve with its settings. Same order as the latest reserves.',
    request: { query: infoQuerySchema },
    responses: {
      200: {
        description: 'The rows that pass the filters.',
        headers: revalidatableHeaders(),
        content: { 'application/json': { schema: reserveInfoEnvelopeSchema } },
      },
      304: notModified(),
      ...infoErrors,
    },
  });
}
