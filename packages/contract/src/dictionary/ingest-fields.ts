import { type FieldGroup, numberField, textField, timeField } from './field-definition.ts';

const count = { methodVersion: 'ingest-1.0' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;

/** Columns that say how a row came to be: which read, which code, which outcome. */
export const ingestFields = {
  decoder_version: numberField(
    'version',
    'Version of the decoder that read the account.',
    'constant of the decoder',
    count,
  ),
  poll_batch_id: textField(
    'The read that the row came from; see poll_batches.',
    'made from protocol, batch and slot',
    ingest,
  ),
  reason: textField(
    'Why the snapshot was stored: first (never seen), changed (account bytes differ) or heartbeat (nothing changed for long).',
    'decided when the read is stored',
    ingest,
  ),
  recorded_at: timeField('Time when the row was written, by the database’s clock.', 'now() of the database'),
  batch_index: numberField(
    'index',
    'Number of the batch within one round of reading.',
    'counted by the indexer',
    count,
  ),
  commitment: textField('Commitment level of the read.', 'setting of the indexer', ingest),
  requested: numberField('accounts', 'Accounts that were asked for.', 'counted', count),
  received: numberField('accounts', 'Accounts that came back.', 'counted', count),
  snapshots_written: numberField('rows', 'Snapshots that were stored.', 'counted', count),
  latest_written: numberField('rows', 'Latest rows that were replaced.', 'counted', count),
  unchanged: numberField('accounts', 'Accounts whose bytes did not change.', 'counted', count),
  missing: numberField('accounts', 'Accounts that are not on chain.', 'counted', count),
  quarantined: numberField('accounts', 'Accounts that could not be decoded.', 'counted', count),
  older_than_latest: numberField('accounts', 'Accounts whose latest row was already newer.', 'counted', count),
  started_at: timeField('Start of the read, by the indexer’s clock.', 'clock of the indexer'),
  duration_ms: numberField('milliseconds', 'Duration from request to commit.', 'clock of the indexer', count),
  outcome: textField('committed or failed.', 'decided by the indexer', ingest),
  error_code: textField('Why the read failed.', 'code of the error', {
    nullRule: 'null where it did not fail',
    ...ingest,
  }),
  rpc_endpoint: textField('Host name of the node that answered.', 'setting of the indexer, host only', ingest),
  username: textField('Name that the API key was issued to.', 'given by the operator', ingest),
  authenticated: numberField(
    'boolean',
    'True when the key is valid.',
    'the key exists, is not revoked and not expired',
    count,
  ),
} satisfies FieldGroup;
