import { DEPTH_FALLS, DEPTH_INTERVALS, DEPTH_SIDES } from '@tidemark/model/fields';
import { z } from 'zod';
import { isAddress } from '../address.ts';
import { addressFilter, rowParameters } from './row-parameters.ts';

/** Path parameter `{pool}`. */
export const poolParameterSchema = z
  .string()
  .refine(isAddress, 'must be the base58 form of a 32-byte address')
  .meta({ description: 'Address of the pool.', type: 'string' });

/** Query of pools. Parameters of other names are refused. */
export const poolsQuerySchema = z.strictObject({
  mint: addressFilter('Only pools of this token (mint address). Default: of all tokens that are lent.'),
});

const interval = z
  .enum(DEPTH_INTERVALS)
  .optional()
  .meta({ description: 'Width of the rows. raw needs a key. Default 1h.' });
const RANGE = '7 days; 30 with interval=1d, one with raw';

/** Query of the history of a token's depth, texts unparsed. */
export const depthHistoryQuerySchema = z.strictObject({
  interval,
  side: z.enum(DEPTH_SIDES).optional().meta({ description: 'Whether the token is sold or bought. Default sell.' }),
  fall_bps: z
    .enum(DEPTH_FALLS)
    .optional()
    .meta({ description: 'The fall of the price that the depth is of, basis points. Default 200.' }),
  ...rowParameters(RANGE),
});

/** Query of the history of a reserve's coverage, texts unparsed. */
export const coverageOfLiquidationQuerySchema = z.strictObject({ interval, ...rowParameters(RANGE) });
