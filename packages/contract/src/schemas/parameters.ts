import { z } from 'zod';
import { isAddress } from '../address.ts';
import { reserveStatusSchema } from './info.ts';

const addressParameter = (description: string) =>
  z.string().refine(isAddress, 'must be the base58 form of a 32-byte address').meta({ description, type: 'string' });

/** Path parameter `{reserve}`. */
export const reserveParameterSchema = addressParameter('Address of the reserve.');

/** Query of the two latest-reserve reads. Parameters of other names are ignored there. */
export const latestQuerySchema = z.object({
  envelope: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true puts the array into the common envelope {data, status}. Default false: a bare array.' }),
});

/** Query of the info endpoints: exact filters, combined by and. Parameters of other names are refused. */
export const infoQuerySchema = z.strictObject({
  lending_market: addressParameter('Only reserves of this lending market.').optional(),
  reserve: addressParameter('Only this reserve.').optional(),
  token_address: addressParameter('Only reserves of this token (mint address).').optional(),
  token_symbol: z.string().max(64).optional().meta({ description: 'Only reserves with exactly this symbol.' }),
  status_str: reserveStatusSchema.optional().meta({ description: 'Only reserves in this status.' }),
});
export type InfoQuery = z.infer<typeof infoQuerySchema>;
