import { PRICE_BASES } from '@tidemark/model/fields';
import { z } from 'zod';
import { isAddress } from '../address.ts';
import { cursorParameter, fieldsParameter, otherFilterName, reserveFilters, timeParameter } from './row-parameters.ts';

const addressParameter = (description: string) =>
  z.string().refine(isAddress, 'must be the base58 form of a 32-byte address').meta({ description, type: 'string' });

/** Path parameter `{reserve}`. */
export const reserveParameterSchema = addressParameter('Address of the reserve.');

/** Path parameter `{market}`. */
export const marketParameterSchema = addressParameter('Address of the lending market.');

/** Path parameter `{mint}`. */
export const mintParameterSchema = addressParameter('Mint address of the token.');

/** Query of the latest read of one reserve. Parameters of other names are refused. */
export const latestQuerySchema = z.strictObject({
  envelope: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true puts the array into the common envelope {data, status}. Default false: a bare array.' }),
});

/** Query of the latest reads of all reserves. */
export const latestListQuerySchema = z.strictObject({ ...reserveFilters(), ...latestQuerySchema.shape });

/** Query of the details of all reserves. */
export const detailListQuerySchema = z.strictObject({ ...reserveFilters(), fields: fieldsParameter() });

/** Days that sparklines are of. */
export const SPARKLINE_DAYS = ['1', '7', '30'] as const;

/** Query of the sparklines. */
export const sparklinesQuerySchema = z.strictObject({
  days: z.enum(SPARKLINE_DAYS).optional().meta({
    description: 'How far they reach back: 1 day by hours, 7 by six hours, 30 by days. Default 7.',
  }),
  ...reserveFilters(),
});

const { token_symbol, status_str, listed_b } = reserveFilters();

/** Query of the info endpoints: exact filters, combined by and. Parameters of other names are refused. */
export const infoQuerySchema = z.strictObject({
  lending_market: addressParameter('Only reserves of this lending market.').optional(),
  market: otherFilterName('market'),
  reserve: addressParameter('Only this reserve.').optional(),
  token_address: addressParameter('Only reserves of this token (mint address).').optional(),
  token: otherFilterName('token'),
  token_symbol,
  status_str,
  listed_b,
});
export type InfoQuery = z.infer<typeof infoQuerySchema>;

export type PriceBasis = (typeof PRICE_BASES)[number];

/** Query of the latest totals. Parameters of other names are refused. */
export const totalsQuerySchema = z.strictObject({
  price: z.enum(PRICE_BASES).optional().meta({
    description:
      'Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol.',
  }),
});

/** Query of endpoints that have no parameters: any is refused. */
export const noQuerySchema = z.strictObject({});

/** What the numbers in a query may be. */
export const QUERY_LIMITS = {
  curvePoints: { min: 2, max: 1001, default: 51 },
  changes: { min: 1, max: 1000, default: 100, defaultDays: 30 },
} as const;

const { curvePoints, changes } = QUERY_LIMITS;

const OF_USD =
  'Cut to whole base units, which what_if tells as supply_delta_raw and borrow_delta_raw. At most 18 decimals; not together with the same in tokens.';

/** Query of the curve endpoint, unparsed. Parameters of other names are refused. */
export const curveQuerySchema = z.strictObject({
  points: z.string().optional().meta({
    type: 'integer',
    minimum: curvePoints.min,
    maximum: curvePoints.max,
    default: curvePoints.default,
    description: 'Number of points, evenly spread over utilization 0 to 1.',
  }),
  supply_delta: z.string().optional().meta({
    description: 'What-if: whole tokens that are supplied; withdrawn where negative.',
    example: '250000.5',
  }),
  borrow_delta: z.string().optional().meta({
    description: 'What-if: whole tokens that are borrowed; repaid where negative.',
    example: '-1000',
  }),
  supply_delta_usd: z
    .string()
    .optional()
    .meta({
      description: `What-if: supply_delta in USD, at the price that the reserve's account holds. ${OF_USD}`,
      example: '1000000',
    }),
  borrow_delta_usd: z
    .string()
    .optional()
    .meta({
      description: `What-if: borrow_delta in USD, at the price that the reserve's account holds. ${OF_USD}`,
      example: '-250000.5',
    }),
});

/** Query of the logs of configuration changes, unparsed. Parameters of other names are refused. */
export const changesQuerySchema = z.strictObject({
  from: timeParameter(
    `Start of the range, which belongs to it. Default: ${changes.defaultDays} days before to, or before now.`,
  ),
  to: timeParameter('End of the range, which does not belong to it. Default: open.'),
  limit: z.string().optional().meta({
    type: 'integer',
    minimum: changes.min,
    maximum: changes.max,
    default: changes.default,
    description: 'Largest number of rows.',
  }),
  cursor: cursorParameter(),
});
