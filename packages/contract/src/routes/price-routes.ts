import {
  priceHistoryEnvelopeSchema,
  pricesAtEnvelopeSchema,
  priceSourcesEnvelopeSchema,
  pricesEnvelopeSchema,
} from '../generated/answers.ts';
import { noQuerySchema } from '../schemas/parameters.ts';
import {
  priceAtQuerySchema,
  priceBatchBodySchema,
  priceHistoryQuerySchema,
  pricesQuerySchema,
} from '../schemas/price-parameters.ts';
import { routesOf } from './route.ts';

const PRICES = { tag: 'Prices API', form: 'data' } as const;

/** Prices of tokens, whatever protocol lends them. */
export const priceRoutes = routesOf({
  latestPrices: {
    ...PRICES,
    path: '/v1/prices/latest',
    id: 'listLatestPrices',
    summary: 'Latest prices',
    description:
      'The newest price of each token out of several sources, with its age and what can be said of it. A token without a price is a row with the status missing, an unknown mint too.',
    answer: pricesEnvelopeSchema,
    answered: 'One row per token.',
    query: pricesQuerySchema,
    errors: ['INVALID_TOKEN_ADDRESS', 'TOKEN_NOT_FOUND', 'AMBIGUOUS_SYMBOL'],
  },
  priceBatch: {
    ...PRICES,
    path: '/v1/prices/batch',
    method: 'post',
    form: 'moment',
    id: 'listPricesAtMoments',
    summary: 'Prices at many moments',
    description:
      'The prices of several tokens at several moments each: one row per moment, in the order of the request.',
    answer: pricesAtEnvelopeSchema,
    answered: 'One row per moment.',
    query: noQuerySchema,
    body: priceBatchBodySchema,
    errors: ['INVALID_BODY', 'INVALID_TIME', 'INVALID_TOKEN_ADDRESS', 'TOKEN_NOT_FOUND', 'AMBIGUOUS_SYMBOL'],
  },
  latestPrice: {
    ...PRICES,
    path: '/v1/prices/{token}/latest',
    id: 'getLatestPrice',
    summary: 'Latest price of a token',
    description: 'The same for one token: data holds one row.',
    answer: pricesEnvelopeSchema,
    query: noQuerySchema,
  },
  priceHistory: {
    ...PRICES,
    form: 'rows',
    path: '/v1/prices/{token}/history',
    id: 'listPriceHistory',
    summary: 'History of a price',
    description: `One row per bucket with the first, highest, lowest, last and mean price that was in force, or with interval=raw per stored observation.

* Every bucket from the first read of the token on has a row: what was not observed is null, with a reason.
* Without a key: 1h and 1d, 90 days and 1,000 rows a call. With one also raw and 15m, 2 years, 10,000 rows; CSV and NDJSON without a limit of rows.`,
    answer: priceHistoryEnvelopeSchema,
    answered: 'Rows by time.',
    query: priceHistoryQuerySchema,
  },
  priceAt: {
    ...PRICES,
    path: '/v1/prices/{token}/at/{time}',
    id: 'getPriceAt',
    summary: 'Price at a moment',
    description:
      'The price of a token at a moment: the newest that was stored at or before it, with its age. Before the first it is a row with the status missing.',
    answer: pricesAtEnvelopeSchema,
    query: priceAtQuerySchema,
  },
  priceSources: {
    ...PRICES,
    path: '/v1/prices/{token}/sources/latest',
    id: 'listPriceSources',
    summary: 'Sources of a price',
    description:
      'What each feed says of a token, how old it is, and whether the price of the token was made of it, or why not. An unknown token has no feeds.',
    answer: priceSourcesEnvelopeSchema,
    answered: 'One row per feed.',
    query: noQuerySchema,
  },
});
