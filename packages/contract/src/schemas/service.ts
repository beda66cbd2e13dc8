import { z } from 'zod';
import { dataEnvelope, metaEnvelope } from './envelope.ts';

/** How far an API family is. */
export const familyStatusSchema = z.enum(['Testing', 'Dev']);

const linkSchema = z
  .strictObject({
    name: z.string().min(1).meta({ description: 'What lies there.' }),
    method: z.enum(['GET', 'POST']),
    href: z.string().startsWith('/').meta({
      description:
        'Path below the address of the service; {reserve}, {market} and {mint} stand for addresses, {time} for a moment.',
    }),
  })
  .meta({ id: 'Link' });

const familySchema = z
  .strictObject({
    name: z.string().min(1),
    content: z.string().min(1).meta({ description: 'What the family is about.' }),
    status_str: familyStatusSchema.meta({ description: 'Testing: served and still settling. Dev: not served yet.' }),
    links: z.array(linkSchema),
  })
  .meta({ id: 'ApiFamily', description: 'A family of endpoints and how far it is.' });
export type ApiFamily = z.infer<typeof familySchema>;

/** The answer of `/`. */
export const serviceIndexEnvelopeSchema = metaEnvelope(
  'ServiceIndexEnvelope',
  z.array(familySchema),
  z
    .strictObject({
      service: z.string().min(1),
      version: z.string().min(1),
      protocols: z.array(z.string().min(1)).meta({ description: 'Path segments of the protocols that are served.' }),
      links: z.array(linkSchema),
    })
    .meta({ id: 'ServiceIndexMeta' }),
);
export type ServiceIndexEnvelope = z.infer<typeof serviceIndexEnvelopeSchema>;

/** The answer of `/health`: the process answers. Says nothing about the data. */
export const healthEnvelopeSchema = dataEnvelope(
  'HealthEnvelope',
  z
    .strictObject({
      status_str: z.literal('ok'),
      version: z.string().min(1),
      uptime_seconds: z.number().min(0),
    })
    .meta({ id: 'Health' }),
);
export type HealthEnvelope = z.infer<typeof healthEnvelopeSchema>;

/** The answer of `/ready` when current data are served. Otherwise it is an error envelope with code 50301. */
export const readyEnvelopeSchema = dataEnvelope(
  'ReadyEnvelope',
  z
    .strictObject({
      status_str: z.literal('ready'),
      reserves: z.int().min(1).meta({ description: 'Number of reserves that are served.' }),
      slot: z.int().min(0).meta({ description: 'Newest slot among them.' }),
      timestamp: z.int().min(0).meta({ description: 'Newest chain time among them, in unix seconds.' }),
      age_seconds: z.number().min(0).meta({ description: 'How far that time lies behind the clock of the database.' }),
    })
    .meta({ id: 'Ready' }),
);
export type ReadyEnvelope = z.infer<typeof readyEnvelopeSchema>;
