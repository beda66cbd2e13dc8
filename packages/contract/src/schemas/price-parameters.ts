import { PRICE_INTERVALS } from '@tidemark/model/fields';
import { z } from 'zod';
import { rowParameters } from './row-parameters.ts';

/** Largest number of tokens, or of moments, that one call may ask for. */
export const MAX_PRICES = 100;
export const MAX_PRICE_MOMENTS = 1_000;

export const priceIntervalSchema = z.enum(PRICE_INTERVALS);
export type PriceInterval = z.infer<typeof priceIntervalSchema>;

/** Path parameter `{token}`. */
export const tokenParameterSchema = z.string().meta({
  description: 'Mint address of the token, or its symbol where only one priced token has it.',
  example: 'So11111111111111111111111111111111111111112',
});

/** Query of the newest prices, unparsed. Parameters of other names are refused. */
export const pricesQuerySchema = z.strictObject({
  mints: z
    .string()
    .optional()
    .meta({
      description: `Mint addresses with commas between, at most ${MAX_PRICES}. Rows come in their order. Default: all tokens.`,
    }),
  symbols: z.string().optional().meta({
    description: 'Symbols with commas between, of which only one priced token each has. Rows follow those of mints.',
    example: 'SOL,USDC',
  }),
});

/** Query of the price at a moment. */
export const priceAtQuerySchema = z.strictObject({
  max_age: z.string().optional().meta({
    type: 'integer',
    description: 'Take a price that was stored more than so many seconds before the moment for missing.',
  }),
});

/** Query of the history of a price, texts unparsed. */
export const priceHistoryQuerySchema = z.strictObject({
  interval: priceIntervalSchema
    .optional()
    .meta({ description: 'Width of the rows. raw and 15m need a key. Default 1h.' }),
  ...rowParameters('7 days; 30 with interval=1d, one with 15m or raw'),
});

const moment = z.union([z.string(), z.int().min(0)]);

/** Body of the prices at many moments: times by token. */
export const priceBatchBodySchema = z.record(z.string(), z.array(moment)).meta({
  id: 'PriceBatchRequest',
  description: `Moments by token: mint address or symbol. At most ${MAX_PRICES} tokens and ${MAX_PRICE_MOMENTS} moments together; each is unix seconds, unix milliseconds or ISO-8601 with its offset.`,
  example: { So11111111111111111111111111111111111111112: [1790300400, '2026-09-25T12:00:00Z'] },
});
