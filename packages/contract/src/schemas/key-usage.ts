import { z } from 'zod';
import { metaEnvelope } from './envelope.ts';
import { field, unixSeconds } from './fields.ts';

const count = () => z.int().min(0);
const day = () => z.iso.date();

const keyUsageSchema = z
  .strictObject({
    username: field('username', z.string()),
    key_prefix: field('key_prefix', z.string()),
    tier_str: field('tier_str', z.literal('key')),
    created_timestamp: field('created_timestamp', unixSeconds()),
    expires_timestamp: field('expires_timestamp', unixSeconds().nullable()),
    last_used_timestamp: field('last_used_timestamp', unixSeconds().nullable()),
    limits: z
      .strictObject({
        requests_per_minute: field('requests_per_minute', z.int().min(1)),
        concurrent_exports: field('concurrent_exports', z.int().min(1)),
      })
      .meta({ id: 'KeyLimits', description: 'What the key may do.' }),
    rate_limit: z
      .strictObject({
        limit: field('limit', z.int().min(1)),
        remaining: field('remaining', count()),
        reset_seconds: field('reset_seconds', z.int().min(1)),
      })
      .meta({ id: 'RateLimit', description: 'How the key stands now, this request included.' }),
    usage: z.array(
      z
        .strictObject({
          day: field('day', day()),
          route: field('route', z.string().min(1)),
          requests: field('requests', count()),
          limited: field('limited', count()),
        })
        .meta({ id: 'KeyUsageRow', description: 'Requests of a day to a route.' }),
    ),
  })
  .meta({ id: 'KeyUsage', description: 'An API key, its limits, and what was asked with it over the last 30 days.' });

/** The answer of `GET /auth/usage`. */
export const keyUsageEnvelopeSchema = metaEnvelope(
  'KeyUsageEnvelope',
  keyUsageSchema,
  z.strictObject({ from_day: field('from_day', day()), to_day: field('to_day', day()) }).meta({ id: 'KeyUsageMeta' }),
);
export type KeyUsageEnvelope = z.infer<typeof keyUsageEnvelopeSchema>;
