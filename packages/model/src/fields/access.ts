import { type FieldGroup, numberField, textField, timeField } from '@tidemark/core';

const ingest = { methodVersion: 'ingest-1.0' } as const;

/** What a key may do and has done. */
export const accessFields = {
  key_prefix: textField(
    'First characters of the API key, to tell keys apart by.',
    'kept when the key was issued',
    ingest,
  ),
  created_timestamp: timeField('When the API key was issued.', 'clock of the operator'),
  expires_timestamp: timeField(
    'When the API key ends.',
    'settled when the key was issued, or its end after a rotation',
    {
      nullRule: 'null where no end is settled',
    },
  ),
  last_used_timestamp: timeField('Newest request with the API key that is stored.', 'clock of the API', {
    nullRule: 'null before the first',
  }),
  requests_per_minute: numberField(
    'requests per minute',
    'Requests that may be made with the API key in a minute, which begins with the first of them.',
    'the limit of the key, else that of the deployment',
    { ...ingest, type: 'positiveCount' },
  ),
  concurrent_exports: numberField(
    'answers',
    'CSV and NDJSON exports and streams that may be under way with the API key at the same time.',
    'the limit of the key, else that of the deployment',
    { ...ingest, type: 'positiveCount' },
  ),
  limit: numberField('requests', 'Requests that may be made in the window.', 'requests_per_minute', {
    ...ingest,
    type: 'positiveCount',
  }),
  remaining: numberField('requests', 'Requests that are left in the window.', 'limit - requests in the window', ingest),
  reset_seconds: numberField('seconds', 'Time until the window ends.', 'end of the window - now, rounded up', {
    ...ingest,
    type: 'positiveCount',
  }),
  day: textField('UTC day, as YYYY-MM-DD.', 'clock of the API when the request came', { ...ingest, type: 'day' }),
  route: textField('Template of the path that was requested.', 'the route that answered', { ...ingest, type: 'word' }),
  requests: numberField(
    'requests',
    'Requests with the API key, those included that were refused for a limit.',
    'counted',
    ingest,
  ),
  limited: numberField('requests', 'Those that were refused for a limit.', 'counted', ingest),
  from_day: textField('First UTC day of the list.', '29 days before to_day', { ...ingest, type: 'day' }),
  to_day: textField('Last UTC day of the list: today.', 'clock of the API', { ...ingest, type: 'day' }),
} satisfies FieldGroup;
