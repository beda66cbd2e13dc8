import { hermes } from './hermes.ts';
import type { HttpPriceSource } from './http-source.ts';
import { coingecko, defillama, jupiter } from './market-sources.ts';

export { HttpAnswerError, type HttpPriceSource } from './http-source.ts';
export { unaskedObservations } from './market-sources.ts';

/** Every source behind HTTP; the order is that of settings and answers. */
export const HTTP_PRICE_SOURCES: readonly HttpPriceSource[] = [hermes, jupiter, coingecko, defillama];
