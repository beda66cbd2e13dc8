import type { ZodContentObject } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import {
  benchmarkEnvelopeSchema,
  coverageEnvelopeSchema,
  keyUsageEnvelopeSchema,
  statusEnvelopeSchema,
  streamedPriceSchema,
  streamedReserveSchema,
  streamHeartbeatSchema,
  streamNoticeSchema,
  verificationEnvelopeSchema,
} from '../generated/answers.ts';
import { noQuerySchema } from '../schemas/parameters.ts';
import { benchmarkQuerySchema, coverageQuerySchema, statusQuerySchema, streamQuerySchema } from '../schemas/queries.ts';
import { healthEnvelopeSchema, readyEnvelopeSchema, serviceIndexEnvelopeSchema } from '../schemas/service.ts';
import { FILTER_ERRORS, routesOf } from './route.ts';

const STATUS = `One word on whether the numbers can be trusted now, and everything that it is made of: how old the data are, how many reserves are in which state, ongoing gaps, how far hours and days are rolled up, and what the audit of the stored data found.

* The word is that of the worst cause: failing, then unknown, then degraded; ok without any.
* failing: the data are older than /ready allows, or the audit found something critical.
* unknown: nothing is indexed, or no audit has finished lately.
* degraded: reserves are stale or quarantined, a gap is ongoing for another reason than that the account is gone, history is behind, the chain time is minutes behind the clock, or the audit has open findings, or failed.

The answer is made at most every few seconds, for all callers together.`;

const STREAM = `Server-sent events of all observations that are kept in the history, in the order in which they were committed; needs a key.

* \`reserve\`: an observation of a reserve (StreamedReserve). Its id is its place in the stream.
* \`price\`: a price of a token that was kept (StreamedPrice), with events=prices or all; in one order with the others, with places of the same kind.
* \`heartbeat\`: at the start and every 15 seconds (StreamHeartbeat), with the newest slot that is served and a place to resume from.
* \`gap\`: the stream cannot resume after the Last-Event-ID, because what came after it is no longer stored or it is of another database; it continues from now (StreamNotice). Read the missing observations from the history.
* \`end\`: the stream is over, and why (StreamNotice): the client did not read fast enough, 24 hours are over, or the service ends. Connect again with Last-Event-ID.

Between the Last-Event-ID and the end each observation is sent exactly once.`;

/** What is of no protocol, or chooses one by a parameter. */
export const crossProtocolRoutes = routesOf({
  usdBenchmarkRates: {
    path: '/v1/lend/benchmark-rates/usd',
    id: 'listUsdBenchmarkRates',
    summary: 'Benchmark rates in USD',
    description:
      'What lending US dollars earns and borrowing them costs, over all reserves of all protocols that hold a listed stablecoin: rates weighted by what is supplied and borrowed. A token counts by its mint address, and only while its oracle price lies from 0.95 to 1.05; meta names what was left out. Without to, the last row is the rate now.',
    form: 'rows',
    answer: benchmarkEnvelopeSchema,
    answered: 'Rows by time.',
    query: benchmarkQuerySchema,
  },
  coverage: {
    path: '/v1/coverage',
    id: 'listCoverage',
    summary: 'Coverage',
    description:
      'How much of a range each reserve was observed in, and every gap with its reason. Two reads that are close enough cover the time between them, whether or not the account changed; all other time since the first read of a reserve is missing. observed_seconds + missing_seconds = expected_seconds, and the gaps add up to missing_seconds.',
    form: 'rows',
    answer: coverageEnvelopeSchema,
    answered: 'Rows by protocol and address of the reserve.',
    query: coverageQuerySchema,
    errors: FILTER_ERRORS,
  },
  status: {
    path: '/v1/status',
    id: 'getStatus',
    summary: 'Status of the data',
    description: STATUS,
    form: 'data',
    answer: statusEnvelopeSchema,
    answered: 'The status of each protocol.',
    query: statusQuerySchema,
  },
  stream: {
    path: '/v1/stream',
    id: 'streamReserves',
    summary: 'Stream of reserve updates',
    description: STREAM,
    access: 'keyed',
    form: 'moment',
    answer: {
      'text/event-stream': {
        schema: z
          .union([streamedReserveSchema, streamedPriceSchema, streamHeartbeatSchema, streamNoticeSchema])
          .meta({ description: 'The data line of an event, by the name of the event.' }),
      },
    },
    answered: 'Events until the client, the time or the service ends them.',
    query: streamQuerySchema,
    headers: z.object({
      'Last-Event-ID': z.string().optional().meta({ description: 'Id of the last event that arrived.' }),
    }),
    errors: [
      'INVALID_CURSOR',
      'INVALID_RESERVE_ADDRESS',
      'INVALID_TOKEN_ADDRESS',
      'INVALID_MARKET_ADDRESS',
      'TOO_MANY_EXPORTS',
    ],
  },
});

const text = (type: string): ZodContentObject => ({ [type]: { schema: z.string() } });
const OPERATION = { access: 'open', tag: 'Operation', form: 'moment' } as const;
const DOCUMENTATION = { access: 'open', tag: 'Documentation', form: 'data' } as const;
const OWN = { access: 'own', tag: 'Authentication', form: 'moment' } as const;

/** What belongs to no protocol, and what is about the key itself. */
export const serviceRoutes = routesOf({
  index: {
    access: 'open',
    path: '/',
    id: 'getIndex',
    tag: 'Service',
    form: 'data',
    summary: 'Index',
    description:
      'The API families with the status of each, and where to go from here. A browser, whose Accept names text/html, gets the dashboard.',
    answer: {
      'application/json': { schema: serviceIndexEnvelopeSchema },
      'text/html': { schema: z.string() },
    },
  },
  health: {
    ...OPERATION,
    path: '/health',
    id: 'getHealth',
    summary: 'Health',
    description: 'Answers as long as the process does. Says nothing about the data.',
    answer: healthEnvelopeSchema,
  },
  ready: {
    ...OPERATION,
    path: '/ready',
    id: 'getReady',
    summary: 'Readiness',
    description:
      '200 while current data are served: the database answers, reserves are indexed, and the data are recent. 503 otherwise.',
    answer: readyEnvelopeSchema,
    errors: ['NOT_READY'],
  },
  metrics: {
    ...OPERATION,
    path: '/metrics',
    id: 'getMetrics',
    summary: 'Metrics',
    description: 'Metrics in the text format of Prometheus.',
    answer: text('text/plain'),
  },
  openApi: {
    ...DOCUMENTATION,
    path: '/openapi.json',
    id: 'getOpenApiDocument',
    summary: 'OpenAPI document',
    description: 'This document.',
    answer: z.object({ openapi: z.string() }).catchall(z.unknown()),
  },
  docs: {
    ...DOCUMENTATION,
    isPage: true,
    path: '/docs',
    id: 'getDocumentation',
    summary: 'Documentation',
    description: 'This document as a page to read and to try.',
    answer: text('text/html'),
  },
  docsAsset: {
    ...DOCUMENTATION,
    isPage: true,
    path: '/docs/assets/{asset}',
    id: 'getDocumentationAsset',
    summary: 'Files of the documentation page',
    description: 'Scripts, style sheets and images of the documentation page.',
    answer: { ...text('text/javascript'), ...text('text/css'), ...text('image/png') },
  },
  errorPage: {
    ...DOCUMENTATION,
    path: '/docs/errors/{code}',
    id: 'getErrorPage',
    summary: 'Documentation of an error code',
    description: 'What an error code means, when it happens, and what to do.',
    answer: text('text/markdown'),
  },
  verify: {
    ...OWN,
    path: '/auth/verify',
    id: 'verifyApiKey',
    method: 'post',
    summary: 'Verify API key',
    description: 'Confirms that the key in the X-SERVICE-API-KEY header is valid. Needs no body.',
    answer: verificationEnvelopeSchema,
    answered: 'The key is valid.',
    errors: ['INVALID_QUERY_PARAMETER'],
  },
  keyUsage: {
    ...OWN,
    path: '/auth/usage',
    id: 'getKeyUsage',
    summary: 'Limits and use of the API key',
    description:
      'What the key in the X-SERVICE-API-KEY header may do, and what was asked with it over the last 30 days, by UTC day and path. Requests that other replicas of the service answered appear within seconds. Does not count against the limit that it reports, and is answered when nothing is left of it; it may be asked 60 times a minute.',
    answer: keyUsageEnvelopeSchema,
    answered: 'Limits and use of the key.',
    query: noQuerySchema,
  },
});
