import { z } from 'zod';
import {
  marketHistoryEnvelopeSchema,
  marketTotalsEnvelopeSchema,
  protocolHistoryEnvelopeSchema,
  protocolTotalsEnvelopeSchema,
  reserveOfProtocolEnvelopeSchema,
  reserveSnapshotEnvelopeSchema,
  sparklinesEnvelopeSchema,
  tokenHistoryEnvelopeSchema,
  tokenTotalsEnvelopeSchema,
} from '../generated/answers.ts';
import {
  latestListQuerySchema,
  latestQuerySchema,
  sparklinesQuerySchema,
  totalsQuerySchema,
} from '../schemas/parameters.ts';
import { aggregateHistoryQuerySchema } from '../schemas/queries.ts';
import { reserveOfProtocolListSchema, reserveSnapshotListSchema } from '../schemas/reserve-snapshot.ts';
import { FILTER_ERRORS, routesOf } from './route.ts';

/** A bare array by default, the envelope on request. Over all protocols each row says which one it is of. */
const LATEST = {
  form: 'memory',
  answer: z.union([reserveSnapshotListSchema, reserveSnapshotEnvelopeSchema]),
  unchanged: 'The data have not changed since the ETag or the date that the request names. No body.',
} as const;
const LATEST_OF_ALL = z.union([reserveOfProtocolListSchema, reserveOfProtocolEnvelopeSchema]);
const latestIn = (order: string): string =>
  `The latest snapshot of each reserve, ${order} by lending market name, token symbol and reserve address (by bytes of UTF-8). An empty array while nothing is indexed. Reserves that left the chain stay, with the time of their last read.`;

/** Latest reserves, of one protocol and of all. */
export const latestRoutes = routesOf({
  latestReserves: {
    ...LATEST,
    path: '/v1/{protocol}/lend/reserves/all/latest',
    id: 'listLatestReserves',
    summary: 'Latest reserves',
    description: latestIn('ordered'),
    answered: 'One snapshot per reserve.',
    query: latestListQuerySchema,
    errors: ['NOT_READY', ...FILTER_ERRORS],
    ofAll: {
      summary: 'Latest reserves of all protocols',
      description: latestIn('protocol by protocol, and in each ordered'),
      answer: LATEST_OF_ALL,
    },
  },
  latestReserve: {
    ...LATEST,
    path: '/v1/{protocol}/lend/reserves/{reserve}/latest',
    id: 'getLatestReserve',
    summary: 'Latest reserve',
    description: 'The latest snapshot of one reserve: an array that holds one element.',
    answered: 'An array with one snapshot.',
    query: latestQuerySchema,
    errors: ['NOT_READY'],
    ofAll: { summary: 'Latest reserve of any protocol', answer: LATEST_OF_ALL },
  },
});

/** How reserves went, for a table of them. */
export const courseRoutes = routesOf({
  sparklines: {
    path: '/v1/{protocol}/lend/reserves/all/sparklines',
    id: 'listSparklines',
    summary: 'Sparklines of all reserves',
    description:
      'How each reserve went over the last days, for a line in a table: rates, utilization and value at the ends of steps of equal length, to five digits. From memory, looked after once a minute. Exact values, and why one is not known, are in the history.',
    form: 'data',
    answer: sparklinesEnvelopeSchema,
    answered: 'One row per reserve.',
    query: sparklinesQuerySchema,
    errors: FILTER_ERRORS,
    ofAll: { summary: 'Sparklines of the reserves of all protocols' },
  },
});

const TOTALS = { form: 'memory', query: totalsQuerySchema } as const;
const TOTALS_OVER_TIME = { form: 'rows', answered: 'Rows by time.', query: aggregateHistoryQuerySchema } as const;

const AGGREGATE_HISTORY = `What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.

* A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
* 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.`;

/** Totals of markets, tokens and the protocol, or of all protocols. */
export const totalRoutes = routesOf({
  latestMarkets: {
    ...TOTALS,
    path: '/v1/{protocol}/lend/markets/all/latest',
    id: 'listLatestMarkets',
    summary: 'Latest markets',
    description:
      'One row per lending market, ordered by name and address (by bytes of UTF-8). Sums are made of exact integers and rounded once. Markets without reserves have a row too.',
    answer: marketTotalsEnvelopeSchema,
    ofAll: { summary: 'Latest markets of all protocols' },
  },
  latestMarket: {
    ...TOTALS,
    path: '/v1/{protocol}/lend/markets/{market}/latest',
    id: 'getLatestMarket',
    summary: 'Latest market',
    description: 'The same for one lending market: data holds one row.',
    answer: marketTotalsEnvelopeSchema,
    ofAll: { summary: 'Latest market of any protocol' },
  },
  marketHistory: {
    ...TOTALS_OVER_TIME,
    path: '/v1/{protocol}/lend/markets/{market}/history',
    id: 'listMarketHistory',
    summary: 'History of a market',
    description: AGGREGATE_HISTORY,
    answer: marketHistoryEnvelopeSchema,
    ofAll: { summary: 'History of a market of any protocol' },
  },
  latestToken: {
    ...TOTALS,
    path: '/v1/{protocol}/lend/tokens/{mint}/latest',
    id: 'getLatestToken',
    summary: 'Latest token',
    description:
      'All reserves of one token, in whole tokens and in USD. The APYs are weighted by token amounts. data holds one row.',
    answer: tokenTotalsEnvelopeSchema,
    ofAll: { summary: 'Latest token over all protocols' },
  },
  tokenHistory: {
    ...TOTALS_OVER_TIME,
    path: '/v1/{protocol}/lend/tokens/{mint}/history',
    id: 'listTokenHistory',
    summary: 'History of a token',
    description: `${AGGREGATE_HISTORY}\n* Amounts are in whole tokens too, and the APYs are weighted by them.`,
    answer: tokenHistoryEnvelopeSchema,
    ofAll: { summary: 'History of a token over all protocols' },
  },
  latestSummary: {
    ...TOTALS,
    path: '/v1/{protocol}/lend/summary/latest',
    id: 'getLatestSummary',
    summary: 'Latest summary',
    description: 'All reserves of the protocol: data holds one row. The totals of its lending markets add up to it.',
    answer: protocolTotalsEnvelopeSchema,
    ofAll: { summary: 'Latest summary of all protocols' },
  },
  summaryHistory: {
    ...TOTALS_OVER_TIME,
    path: '/v1/{protocol}/lend/summary/history',
    id: 'listSummaryHistory',
    summary: 'History of the summary',
    description: AGGREGATE_HISTORY,
    answer: protocolHistoryEnvelopeSchema,
    ofAll: { summary: 'History of the summary of all protocols' },
  },
});
