import { streamHeartbeatSchema, streamNoticeSchema, streamedReserveSchema } from '../generated/answers.ts';
import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { routeTemplates } from '../routes.ts';
import { streamQuerySchema } from '../schemas/stream.ts';
import { errorResponses } from './error-responses.ts';
import { headersOf } from './response-headers.ts';
import { API_KEY_SECURITY } from './security.ts';

const DESCRIPTION = `Server-sent events of all looks that are kept in the history, in the order in which they were committed; needs a key.

* \`reserve\`: a look at a reserve (StreamedReserve). Its id is its place in the stream.
* \`heartbeat\`: at the start and every 15 seconds (StreamHeartbeat), with the newest slot that is served and a place to resume from.
* \`gap\`: the Last-Event-ID cannot be gone on from, because what came after it is no longer stored or it is of another database; the stream goes on from now (StreamNotice). Fill the hole from the history.
* \`end\`: the stream is over, and why (StreamNotice): the client did not read fast enough, 24 hours are over, or the service ends. Connect again with Last-Event-ID.

Nothing is told twice and nothing is left out between the Last-Event-ID and the end.`;

const eventDataSchema = z
  .union([streamedReserveSchema, streamHeartbeatSchema, streamNoticeSchema])
  .meta({ description: 'The data line of an event, by the name of the event.' });

/** Documents the stream. */
export function registerStreamOperation(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: routeTemplates.stream,
    operationId: 'streamReserves',
    tags: ['Lending protocol API'],
    summary: 'Stream of reserves',
    description: DESCRIPTION,
    security: [{ [API_KEY_SECURITY]: [] }],
    request: {
      query: streamQuerySchema,
      headers: z.object({
        'Last-Event-ID': z.string().optional().meta({ description: 'Id of the last event that arrived.' }),
      }),
    },
    responses: {
      200: {
        description: 'Events until the client, the time or the service ends them.',
        headers: headersOf('RequestId', 'CacheControl'),
        content: { 'text/event-stream': { schema: eventDataSchema } },
      },
      ...errorResponses(
        'INVALID_QUERY_PARAMETER',
        'INVALID_CURSOR',
        'INVALID_RESERVE_ADDRESS',
        'INVALID_MARKET_ADDRESS',
        'API_KEY_MISSING',
        'API_KEY_UNKNOWN',
        'API_KEY_REVOKED',
        'API_KEY_EXPIRED',
        'API_KEY_MALFORMED',
        'PROTOCOL_NOT_FOUND',
        'RATE_LIMITED',
        'TOO_MANY_EXPORTS',
        'DATABASE_UNAVAILABLE',
        'OVERLOADED',
      ),
    },
  });
}
