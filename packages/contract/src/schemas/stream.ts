import { z } from 'zod';
import { marketFilter } from './row-parameters.ts';

/** Largest number of reserves that a stream can be narrowed to. */
export const MAX_STREAM_RESERVES = 100;

/** Query of the stream, unparsed. Parameters of other names are refused. */
export const streamQuerySchema = z.strictObject({
  protocol: z.string().optional().meta({ description: 'Only this protocol, by its path segment. Default: all.' }),
  reserves: z
    .string()
    .optional()
    .meta({ description: `Only these reserves: addresses with commas between, at most ${MAX_STREAM_RESERVES}.` }),
  ...marketFilter(),
  last_event_id: z
    .string()
    .optional()
    .meta({ description: 'As the header Last-Event-ID, for clients that cannot set it. The header wins.' }),
});
