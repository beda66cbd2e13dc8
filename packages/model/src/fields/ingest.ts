import { booleanField, type FieldGroup, instantField, numberField, textField } from '@tidemark/core';

const ingest = { methodVersion: 'ingest-1.0' } as const;

/** Names that say how a row came to be, and what belongs to keys. */
export const ingestFields = {
  decoder_version: numberField('version', 'Version of the decoder that read the account.', 'constant of the decoder', {
    ...ingest,
    type: 'count',
  }),
  poll_batch_id: textField(
    'The poll batch that made the row; see poll_batches.',
    'made from protocol, batch and time of the poll',
    ingest,
  ),
  recorded_at: instantField('Time at which the row was written.', 'clock of the database'),
  username: textField('Name that the API key was issued to.', 'given by the operator', ingest),
  authenticated: booleanField('True when the key is valid.', 'the key exists, is not revoked and not expired', {
    ...ingest,
    type: 'true',
  }),
} satisfies FieldGroup;
