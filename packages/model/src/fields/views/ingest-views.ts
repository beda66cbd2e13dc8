import { dataDictionary } from '../dictionary.ts';
import { booleanField, instantField, numberField, textField } from '@tidemark/core';
import { gapAfterColumn, reserveSetColumn } from './observation-views.ts';
import { shared, type ViewDefinition } from './view-definition.ts';

const ingest = { methodVersion: 'ingest-1.0' } as const;
const noBank = { nullRule: 'null where a failed batch read no bank', ...ingest } as const;
const count = (unit: string, description: string) => numberField(unit, description, 'counted', ingest);
const BANK = 'Clock sysvar of the one bank that the whole batch was read from';

/** `lend_v1.poll_batches`. */
export const pollBatchesView: ViewDefinition = {
  description:
    'One row per poll batch that was committed, with the slot that it was read at and what came of it, and one row per attempt at a batch that failed. Coverage is computed from the committed ones.',
  columns: {
    poll_batch_id: textField(
      'Id of the batch: attempts at the same work have the same one, so it is unique only among the committed.',
      'made from protocol, batch and time of the poll',
      ingest,
    ),
    ...shared('protocol'),
    batch_index: numberField('index', 'Number of the batch within its poll, from 0.', 'counted by the indexer', ingest),
    slot: numberField('slots', 'Slot of the bank that the batch was read from.', BANK, noBank),
    observed_at: instantField('Chain time of the bank that the batch was read from.', BANK, noBank),
    commitment_str: textField('Commitment level that was requested.', 'setting of the indexer', ingest),
    requested: count('reserves', 'Reserves that were requested.'),
    received: count('accounts', 'Accounts that came back.'),
    snapshots_written: count('rows', 'Rows added to reserve_snapshots.'),
    latest_written: count('rows', 'Rows of reserve_latest that were written.'),
    unchanged: count(
      'reserves',
      'Reserves whose account was that of their last snapshot, so that no new one was kept.',
    ),
    missing: count('reserves', 'Reserves whose account is not on chain.'),
    quarantined: count('accounts', 'Accounts that could not be turned into a row; see quarantine.'),
    older_than_latest: count(
      'reserves',
      'Reserves of which a newer slot had been stored before; their latest row was left alone.',
    ),
    first_reserve: textField('Lowest address that was requested, by its bytes.', 'addresses of the batch', {
      nullRule: 'null where none was requested',
      ...ingest,
    }),
    last_reserve: textField('Highest address that was requested, by its bytes.', 'addresses of the batch', {
      nullRule: 'null where none was requested',
      ...ingest,
    }),
    not_observed: textField(
      'Addresses that were requested and gave no row: missing or quarantined.',
      'addresses of the batch',
      ingest,
    ),
    started_at: instantField('Time at which the batch was started.', 'clock of the indexer'),
    duration_ms: numberField('milliseconds', 'Time from the start to the write.', 'clock of the indexer', ingest),
    outcome_str: textField(
      'committed, or failed: an attempt of which nothing else was stored; the next one may have been committed.',
      'decided by the indexer',
      ingest,
    ),
    error_code_str: textField('Why the attempt failed.', 'code of the error', {
      nullRule: 'null where it was committed',
      ...ingest,
    }),
    ...shared('recorded_at'),
    kind_str: textField(
      'What made the batch: poll (the schedule), discover (the search for new reserves) or follow (an account was reported as changed; it covers no time before it).',
      'decided by the indexer',
      ingest,
    ),
    ...gapAfterColumn,
    ...reserveSetColumn(
      'null for follow, where nothing was requested, and where an earlier version of the indexer did not say',
    ),
    attempt_id: numberField('id', 'Number of an attempt that failed.', 'counted by the database', {
      nullRule: 'null where the batch was committed',
      ...ingest,
    }),
    refused_reserves: textField(
      'Those of not_observed whose account was there and could not be turned into a row; see quarantine. The others were missing.',
      'addresses of the batch',
      { nullRule: 'null where the attempt failed, and where an earlier version of the indexer did not say', ...ingest },
    ),
  },
};

const FIRST = 'clock of the first bank in which this was met';
const LAST = 'clock of the newest bank in which this was met';

/** `lend_v1.quarantine`. */
export const quarantineView: ViewDefinition = {
  description:
    'Accounts that could not be turned into a row, with the reason. One row per address, reason and content.',
  columns: {
    id: numberField('number', 'Number of the row.', 'counted by the database', ingest),
    address: textField('Address of the account.', 'address that was requested', ingest),
    account_kind_str: textField(
      'What the account was expected to be: reserve, lending_market, token_mint or oracle.',
      'kind as which it was requested',
      ingest,
    ),
    ...shared('quarantine_reason_str', 'expected', 'actual'),
    data_sha256: textField('SHA-256 of the whole account data, hexadecimal.', 'sha256(account data)', ingest),
    data_length: numberField('bytes', 'Length of the account data.', 'counted', ingest),
    first_seen_slot: numberField('slots', 'Slot at which this was met first.', FIRST, ingest),
    first_seen_at: instantField('Chain time at which this was met first.', FIRST),
    last_seen_slot: numberField('slots', 'Slot at which this was met last.', LAST, ingest),
    last_seen_at: instantField('Chain time at which this was met last.', LAST),
    ...shared('occurrences'),
    protocol: textField('Whose account it is.', 'protocol for which it was requested', {
      nullRule: 'null for mints and oracles, which protocols share',
      ...ingest,
    }),
    lending_market: textField(
      'Market of the reserve, or the market itself.',
      'the stored reserve; of one that gave no row yet what the refused bytes name',
      { nullRule: 'null where it is not known, and for mints and oracles', ...ingest },
    ),
    listed_b: booleanField(
      'Whether that market is listed. Others say nothing in a verdict: anybody can make one.',
      'lending_markets',
      { nullRule: 'null for mints and oracles', ...ingest },
    ),
  },
};

const GAP_REASON = textField('Stable code of the reason.', 'decided by the indexer', ingest);
const notKnown = { nullRule: 'null where it is not known', ...ingest } as const;

/** `lend_v1.gaps`. */
export const gapsView: ViewDefinition = {
  description:
    'One row per reserve and stretch of time in which it was not observed: ingest_gaps with names and lengths. A gap of all reserves of a protocol stands with each that was known. The ledger follows the rollups; a stretch that goes on is in it once it is longer than a gap has to be.',
  columns: {
    ...shared('protocol', 'lending_market', 'reserve', 'token_symbol'),
    from_at: instantField('Start of the gap: the last read before it.', 'ingest_gaps'),
    to_at: instantField('End of the gap: the first read after it, or how far the ledger has come.', 'ingest_gaps'),
    gap_seconds: numberField('seconds', 'Length of the gap.', 'to_at − from_at', ingest),
    gap_reason_str: GAP_REASON,
    ...shared('ongoing_b'),
  },
};

/** `lend_v1.ingest_gaps`. */
export const ingestGapsView: ViewDefinition = {
  description: 'Stretches of time in which a reserve was not observed.',
  columns: {
    id: numberField('number', 'Number of the row.', 'counted by the database', ingest),
    ...shared('protocol'),
    from_slot: numberField('slots', 'Last slot that was observed before the gap.', 'poll batches', notKnown),
    to_slot: numberField('slots', 'First slot that was observed after the gap.', 'poll batches', notKnown),
    from_at: instantField('Start of the gap.', 'poll batches'),
    to_at: instantField('End of the gap.', 'poll batches'),
    gap_reason_str: GAP_REASON,
    detail: textField('What else is known.', 'written by the indexer', {
      nullRule: 'null where nothing is',
      ...ingest,
    }),
    ...shared('recorded_at'),
    reserve: { ...dataDictionary.reserve, nullRule: 'null where the gap is one of all reserves of the protocol' },
  },
};
