import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { address, field, nonNegative, unixSeconds } from './fields.ts';
import { marketFilter } from './row-parameters.ts';

const usd = () => nonNegative().nullable();
const slot = () => z.int().min(0);

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

/** Data of a `reserve` event: a look at a reserve that was kept in the history. */
export const streamedReserveSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds()),
    slot: field('slot', slot()),
    protocol: field('protocol', z.string()),
    lending_market: field('lending_market', address()),
    lending_market_name: field('lending_market_name', z.string()),
    reserve: field('reserve', address()),
    token_address: field('token_address', address()),
    token_symbol: field('token_symbol', z.string()),
    last_update_slot: field('last_update_slot', slot()),
    available_amount_f: field('available_amount_f', nonNegative()),
    available_amount_usd_f: field('available_amount_usd_f', usd()),
    supplied_amount_f: field('supplied_amount_f', nonNegative()),
    supplied_amount_usd_f: field('supplied_amount_usd_f', usd()),
    borrowed_amount_f: field('borrowed_amount_f', nonNegative()),
    borrowed_amount_usd_f: field('borrowed_amount_usd_f', usd()),
    price_usd_f: field('price_usd_f', usd()),
    utilization_f: field('utilization_f', nonNegative()),
    borrow_apr_f: field('borrow_apr_f', nonNegative()),
    borrow_apy_f: field('borrow_apy_f', nonNegative()),
    supply_apr_f: field('supply_apr_f', nonNegative()),
    supply_apy_f: field('supply_apy_f', nonNegative()),
    rewards_apr_f: field('rewards_apr_f', nonNegative()),
    snapshot_reason_str: field('snapshot_reason_str', z.enum(['first', 'changed', 'heartbeat'])),
    account_sha256: field('account_sha256', z.string().regex(/^[0-9a-f]{64}$/)),
  })
  .meta({ id: 'StreamedReserve', description: 'Data of a reserve event: a look that was kept in the history.' });
export type StreamedReserve = z.infer<typeof streamedReserveSchema>;

/** Data of a `heartbeat` event. */
export const streamHeartbeatSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds().nullable(), answerVariants.StreamHeartbeat.timestamp),
    slot: field('slot', slot().nullable(), answerVariants.StreamHeartbeat.slot),
    data_age_seconds: field('data_age_seconds', z.int().min(0).nullable()),
    last_event_id: field('last_event_id', z.string()),
  })
  .meta({ id: 'StreamHeartbeat', description: 'Data of a heartbeat event: the newest bank that is served.' });
export type StreamHeartbeat = z.infer<typeof streamHeartbeatSchema>;

/** Data of a `gap` event (the cursor cannot be gone on from) and of an `end` event (the stream is over). */
export const streamNoticeSchema = z
  .strictObject({
    reason_str: field(
      'reason_str',
      z.enum(['slow_consumer', 'max_age', 'shutdown', 'cursor_too_old', 'cursor_unknown']),
      answerVariants.StreamNotice.reason_str,
    ),
    last_event_id: field('last_event_id', z.string()),
  })
  .meta({ id: 'StreamNotice', description: 'Data of a gap event or an end event.' });
export type StreamNotice = z.infer<typeof streamNoticeSchema>;
