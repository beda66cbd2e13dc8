import { type FieldGroup, numberField, textField } from '@tidemark/core';

const ingest = { methodVersion: 'ingest-1.0' } as const;

/** What the events of the stream have beyond the rows of other answers. */
export const streamFields = {
  snapshot_reason_str: textField(
    'Why this observation was kept: first (of the reserve), changed (the account differs from the one kept before), heartbeat (unchanged for ten minutes).',
    'comparison with the last kept observation',
    { ...ingest, type: ['first', 'changed', 'heartbeat'] },
  ),
  last_event_id: textField(
    'Place in the stream up to which everything was told. Sent back as Last-Event-ID it resumes after it.',
    'number of the committed batch, and place within it',
    ingest,
  ),
  data_age_seconds: numberField(
    'seconds',
    'Age of the data: how far the newest chain time that is served lies behind the clock of the database; 0 where it is ahead.',
    'clock of the database − newest timestamp',
    { nullRule: 'null while nothing is indexed', ...ingest },
  ),
  notice_reason_str: textField(
    'Why the stream ends or does not go on at its cursor: slow_consumer, max_age, shutdown, cursor_too_old, cursor_unknown.',
    'the event',
    { ...ingest, type: ['slow_consumer', 'max_age', 'shutdown', 'cursor_too_old', 'cursor_unknown'] },
  ),
} satisfies FieldGroup;
