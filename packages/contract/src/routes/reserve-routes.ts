import {
  configChangesEnvelopeSchema,
  feesEnvelopeSchema,
  historyEnvelopeSchema,
  marketInfoEnvelopeSchema,
  priceDivergenceEnvelopeSchema,
  quarantineEnvelopeSchema,
  reserveAtEnvelopeSchema,
  reserveConfigEnvelopeSchema,
  reserveCurveEnvelopeSchema,
  reserveDetailEnvelopeSchema,
  reserveDetailsEnvelopeSchema,
  reserveInfoEnvelopeSchema,
} from '../generated/answers.ts';
import { historiesQuerySchema, historyQuerySchema, reserveAtQuerySchema } from '../schemas/history-parameters.ts';
import {
  changesQuerySchema,
  curveQuerySchema,
  detailListQuerySchema,
  infoQuerySchema,
  noQuerySchema,
} from '../schemas/parameters.ts';
import { priceHistoryQuerySchema } from '../schemas/price-parameters.ts';
import { feesQuerySchema } from '../schemas/queries.ts';
import { FILTER_ERRORS, RANGE_ERRORS, routesOf } from './route.ts';

const HISTORY = `One row per bucket, or with interval=raw per stored read. The edges of a bucket are derived at the edge with the program's own arithmetic from the account that was in force then, not copied from the nearest read.

* Buckets that were not observed are rows without numbers and with a reason, from the first sight of the reserve on (fill).
* 2 years and 10,000 rows a call. With a key also raw and 15m, and CSV and NDJSON without a limit of rows.
* An answer can hold fewer rows than limit and go on all the same: next_cursor tells.`;

/** Reserves of one protocol, one by one and all of them. */
export const reserveRoutes = routesOf({
  reserveDetails: {
    path: '/v1/{protocol}/lend/reserves/all/detail/latest',
    id: 'listReserveDetails',
    summary: 'Details of all reserves',
    description:
      'Everything that is known of each reserve at its newest slot: exact integers, the verdict of the program on its price, realised rates, headroom, fees. Same order as the latest reserves. The parameter fields makes it a fraction as long.',
    form: 'memory',
    answer: reserveDetailsEnvelopeSchema,
    query: detailListQuerySchema,
    errors: FILTER_ERRORS,
  },
  reserveDetail: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/detail/latest',
    id: 'getReserveDetail',
    summary: 'Details of a reserve',
    description: 'The same for one reserve: data holds one row.',
    form: 'memory',
    answer: reserveDetailEnvelopeSchema,
    query: noQuerySchema,
  },
  reserveHistories: {
    path: '/v1/{protocol}/lend/reserves/all/history',
    id: 'listReserveHistories',
    summary: 'History of all reserves',
    description: `The same as the history of a reserve, for all or those that pass the filters, by address.\n\n${HISTORY}`,
    form: 'rows',
    answer: historyEnvelopeSchema,
    answered: 'Rows by reserve, then by time.',
    query: historiesQuerySchema,
    errors: [...FILTER_ERRORS, 'REVISION_NOT_FOUND', 'HISTORY_ARCHIVED'],
  },
  reserveHistory: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/history',
    id: 'listReserveHistory',
    summary: 'History of a reserve',
    description: HISTORY,
    form: 'rows',
    answer: historyEnvelopeSchema,
    answered: 'Rows by time.',
    query: historyQuerySchema,
    errors: ['REVISION_NOT_FOUND', 'HISTORY_ARCHIVED'],
  },
  priceDivergenceHistory: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/price-divergence/history',
    id: 'listPriceDivergenceHistory',
    summary: 'Divergence of the price of a reserve',
    description: `How far the price that a reserve holds lay from the price of its token out of several sources, for how long, and whether the program would have accepted it: one row per bucket, or with interval=raw where one of the two was stored anew.

* Compared is at each read of prices, where both are in force and the price of the token rests on more than what reserves hold. What was not compared is null, with a reason.
* Reserves of listed markets: prices are read for those. Rows begin with the first read of the token's price.
* Without a key: 1h and 1d. With one also raw and 15m; CSV and NDJSON without a limit of rows.`,
    form: 'rows',
    answer: priceDivergenceEnvelopeSchema,
    answered: 'Rows by time.',
    query: priceHistoryQuerySchema,
  },
  reserveAt: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/at/{time}',
    id: 'getReserveAt',
    summary: 'Reserve at a moment',
    description:
      'The state of a reserve at any second between its first and its newest read, derived from the account that was in force then, with the age of the evidence and whether it is certain.',
    form: 'data',
    answer: reserveAtEnvelopeSchema,
    answered: 'The state at the moment.',
    query: reserveAtQuerySchema,
    errors: ['INVALID_TIME', 'STATE_NOT_FOUND', 'HISTORY_ARCHIVED'],
  },
  reserveCurve: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/curve',
    id: 'getReserveCurve',
    summary: 'Rate curve and what-if',
    description:
      'The rates of a reserve over its utilization, where it stands, and where a deposit, withdrawal, borrow or repayment of a given size would take it.',
    form: 'data',
    answer: reserveCurveEnvelopeSchema,
    query: curveQuerySchema,
    errors: ['INVALID_POINTS', 'INVALID_TOKEN_AMOUNT', 'CHANGE_EXCEEDS_RESERVE'],
  },
  reserveConfig: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/config',
    id: 'getReserveConfig',
    summary: 'Configuration',
    description: 'The full decoded configuration of a reserve and of its market, and since when it holds.',
    form: 'data',
    answer: reserveConfigEnvelopeSchema,
    query: noQuerySchema,
  },
  configChanges: {
    path: '/v1/{protocol}/lend/reserves/all/config/changes',
    id: 'listConfigChanges',
    summary: 'Configuration changes',
    description:
      'Parameters of reserves and lending markets that differed between two reads, newest first. The first sight of an account is no change.',
    form: 'data',
    answer: configChangesEnvelopeSchema,
    query: changesQuerySchema,
    errors: [...RANGE_ERRORS, 'TOO_MANY_ROWS'],
  },
  reserveConfigChanges: {
    path: '/v1/{protocol}/lend/reserves/{reserve}/config/changes',
    id: 'listReserveConfigChanges',
    summary: 'Configuration changes of a reserve',
    description: 'The same for one reserve. Parameters of its market are not among them.',
    form: 'data',
    answer: configChangesEnvelopeSchema,
    query: changesQuerySchema,
    errors: [...RANGE_ERRORS, 'TOO_MANY_ROWS'],
  },
});

const INFO = {
  form: 'data',
  answered: 'The rows that pass the filters.',
  query: infoQuerySchema,
} as const;

/** Fees and settings of one protocol. */
export const protocolRoutes = routesOf({
  fees: {
    path: '/v1/{protocol}/lend/fees',
    id: 'listFees',
    summary: 'Fees and revenue',
    description:
      'Interest that borrowers paid per period, split into what suppliers, the protocol, referrers (an upper bound) and hosts got. The parts add up exactly, and so do the periods: the sums of the hours of a day are the day, in the fields that end in _raw. What only transactions tell is null. Rows of the protocol count reserves of listed markets, unless lending_market, reserve or listed_b says otherwise. Every period from the first read of the group on has a row; gap_reason_str says why one is empty.',
    form: 'rows',
    answer: feesEnvelopeSchema,
    answered: 'Rows by time, within a period by address.',
    query: feesQuerySchema,
    errors: FILTER_ERRORS,
  },
  marketInfo: {
    ...INFO,
    path: '/v1/{protocol}/lend/info/markets',
    id: 'listMarketInfo',
    summary: 'Markets',
    description:
      'One row per reserve of each lending market, with the settings of the market. Same order as the latest reserves.',
    answer: marketInfoEnvelopeSchema,
  },
  reserveInfo: {
    ...INFO,
    path: '/v1/{protocol}/lend/info/reserves',
    id: 'listReserveInfo',
    summary: 'Reserves',
    description: 'One row per reserve with its settings. Same order as the latest reserves.',
    answer: reserveInfoEnvelopeSchema,
  },
  quarantineInfo: {
    path: '/v1/{protocol}/lend/info/quarantine',
    id: 'listQuarantinedReserves',
    summary: 'Quarantine',
    description:
      'Reserves that were ever kept out of the data, one row per reserve and reason, by address and reason. active_b says which are so now.',
    form: 'data',
    answer: quarantineEnvelopeSchema,
    query: noQuerySchema,
  },
});
