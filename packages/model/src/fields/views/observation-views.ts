import { instantField, numberField, textField } from '@tidemark/core';
import { shared, type ViewDefinition } from './view-definition.ts';

const ingest = { methodVersion: 'ingest-1.0' } as const;
const FIRST = 'first poll batch of the run';
const LAST = 'last poll batch of the run';

/** How long after a read the next one may come. */
export const gapAfterColumn = {
  gap_after_ms: numberField(
    'milliseconds',
    'How long after a read the next one may come before the time between counts as not observed.',
    'setting of the indexer',
    ingest,
  ),
};

/** Hash of the addresses that were requested. */
export const reserveSetColumn = (nullRule: string) => ({
  reserve_set: textField(
    'SHA-256 of the addresses that were requested, sorted and joined by line feeds, hexadecimal.',
    'addresses of the batch',
    { nullRule, ...ingest },
  ),
});

/** `lend_v1.observation_spans`. */
export const observationSpansView: ViewDefinition = {
  description:
    'Runs of poll batches of one set of reserves without a gap, cut at full hours (UTC). They outlive the rows of poll_batches that they were made from.',
  columns: {
    ...shared('protocol'),
    hour_start: instantField('Start of the hour that the run lies in.', 'UTC time'),
    span_index: numberField('index', 'Number of the run within its hour, from 0.', 'order of the beginnings', ingest),
    from_at: instantField('Chain time of the first read.', FIRST),
    to_at: instantField('Chain time of the last read.', LAST),
    from_slot: numberField('slots', 'Slot of the first read.', FIRST, ingest),
    to_slot: numberField('slots', 'Slot of the last read.', LAST, ingest),
    observations: numberField('reads', 'Reads in the run.', 'counted', ingest),
    ...gapAfterColumn,
    ...reserveSetColumn('null where an earlier version of the indexer did not say'),
    reserves: textField('The addresses that were requested, sorted.', 'addresses of the batch', {
      nullRule: 'null where reserve_set is: then it was everything from first_reserve to last_reserve',
      ...ingest,
    }),
    first_reserve: textField('Lowest address that was requested, by its bytes.', 'addresses of the batch', ingest),
    last_reserve: textField('Highest address that was requested, by its bytes.', 'addresses of the batch', ingest),
    not_observed: textField(
      'Addresses that were requested and gave no row: missing or quarantined.',
      'addresses of the batch',
      ingest,
    ),
  },
};

/** `lend_v1.batch_commits`. */
export const batchCommitsView: ViewDefinition = {
  description:
    'One row per committed batch in the order of the commits: read what is greater than the last number seen, and nothing is missed.',
  columns: {
    commit_seq: numberField(
      'number',
      'Place in the order of the commits. Numbers can be left out; none appears later below one that was seen.',
      'counted by the database',
      ingest,
    ),
    poll_batch_id: textField('The batch; see poll_batches.', 'made from protocol, batch and time of the poll', ingest),
    ...shared('protocol', 'slot', 'observed_at'),
    snapshot_reserves: textField(
      'Reserves of which the batch added a row to reserve_snapshots, sorted.',
      'decided when the read is stored',
      ingest,
    ),
    committed_at: instantField('Time at which the batch was about to be committed.', 'clock of the database'),
  },
};
