import { z } from 'zod';

const okStatus = () => z.literal(200).meta({ description: 'HTTP status of the answer.' });

/** `{data, status}`: the common shape of the specification. */
export function dataEnvelope<Data extends z.ZodType>(id: string, data: Data) {
  return z.strictObject({ data, status: okStatus() }).meta({ id });
}

/** `{data, meta, status}`: the shape of every endpoint that the specification does not define. */
export function metaEnvelope<Data extends z.ZodType, Meta extends z.ZodType>(id: string, data: Data, meta: Meta) {
  return z.strictObject({ data, meta, status: okStatus() }).meta({ id });
}
