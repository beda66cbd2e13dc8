import { type FieldDefinition, instantField, numberField, textField } from '@tidemark/core';
import { dataDictionary } from '../dictionary.ts';
import { shared, type ViewDefinition } from './view-definition.ts';

const ingest = { methodVersion: 'ingest-1.0' } as const;
const DATABASE_CLOCK = 'clock of the database';
const count = (description: string): FieldDefinition => numberField('findings', description, 'counted', ingest);
const json = (description: string, formula: string, nullRule = 'never'): FieldDefinition => ({
  ...textField(description, formula, { nullRule, ...ingest }),
  unit: 'JSON',
});
const rowNumber = numberField('number', 'Number of the row.', 'counted by the database', ingest);
const ofEndpoint = 'null where the finding is about an RPC endpoint';

/** `lend_v1.audit_findings`. */
export const auditFindingsView: ViewDefinition = {
  description:
    'What audits found wrong with the data: one row from the first audit that found it to the one that looked again and found it no more.',
  columns: {
    id: rowNumber,
    ...shared('protocol'),
    check_name_str: textField('The check that found it.', 'name of the check', ingest),
    subject_kind_str: textField(
      'What it is about: reserve, lending_market, account_kind (all accounts of a kind), endpoint (an RPC provider) or protocol (everything).',
      'decided by the check',
      ingest,
    ),
    subject: textField(
      'Address of the account, or name of the account kind or of the protocol.',
      'what the check looked at',
      { nullRule: ofEndpoint, ...ingest },
    ),
    severity_str: textField(
      'critical (numbers are wrong, or nothing new comes), warning (needs a person within the day) or info (known, and worth knowing), as the last audit saw it.',
      'decided by the check',
      ingest,
    ),
    message: textField('What is wrong, in a sentence.', 'written by the check', ingest),
    detail: json('The values that it was found by.', 'written by the check', ofEndpoint),
    first_seen_at: instantField('Time of the first audit that found it.', DATABASE_CLOCK),
    last_seen_at: instantField('Time of the last audit that found it.', DATABASE_CLOCK),
    times_seen: numberField('audits', 'Audits that found it.', 'counted', ingest),
    resolved_at: instantField('Time of the audit that looked again and found it no more.', DATABASE_CLOCK, {
      nullRule: 'null while it holds',
    }),
  },
};

const simulated = { nullRule: 'null where the chain has no simulated history' } as const;

/** `lend_v1.chain`. */
export const chainView: ViewDefinition = {
  description: 'The one chain that this database is filled from, and the past that was made up where it is a localnet.',
  columns: {
    genesis_hash: textField('Genesis hash of the chain.', 'said by its nodes', ingest),
    chain_str: { ...dataDictionary.chain_str, nullRule: 'never' },
    simulated_b: dataDictionary.simulated_b,
    first_seen_at: instantField('When the database was filled from it first.', DATABASE_CLOCK),
    history_from_at: instantField(
      'Beginning of the simulated history.',
      'start of the chain − LOCALNET_HISTORY days',
      simulated,
    ),
    history_to_at: instantField('Beginning of the simulated chain.', 'start of the chain', simulated),
    filled_from_at: instantField(
      'From here on the simulated history is stored.',
      'start of the oldest stored day',
      simulated,
    ),
    completed_at: instantField('When all of it was stored and rolled up.', DATABASE_CLOCK, {
      nullRule: 'null before, and where there is none',
    }),
  },
};

/** `lend_v1.audit_runs`. */
export const auditRunsView: ViewDefinition = {
  description: 'One row per audit of the stored data: when, how it ended, and what was looked at.',
  columns: {
    id: rowNumber,
    ...shared('protocol'),
    started_at: instantField('Time at which the audit began.', DATABASE_CLOCK),
    finished_at: instantField('Time at which the audit was stored.', DATABASE_CLOCK),
    outcome_str: textField(
      'completed, or failed: then nothing is said about the data.',
      'decided by the indexer',
      ingest,
    ),
    error_code_str: textField('Why the audit failed.', 'code of the error', {
      nullRule: 'null where it came to its end',
      ...ingest,
    }),
    commit_seq: numberField(
      'number',
      'Rows of this commit and of those before it were checked; see batch_commits.',
      'last commit that the audit took in',
      { nullRule: 'null where the audit failed', ...ingest },
    ),
    findings_opened: count('Findings that are new with this audit.'),
    findings_resolved: count('Findings that no longer hold since this audit.'),
    findings_open: count('Findings that are open after this audit.'),
    checks: json(
      'By name of the check: checked (rows, accounts or endpoints that were looked at) and findings.',
      'counted by the audit',
    ),
    account_kinds: json(
      'By account kind: accounts, newestSlot, newestTimestamp (unix seconds), byteLengths (accounts by the length of their data in bytes) and nullRates (share of the newest rows in which a number is null, 0 to 1).',
      'counted by the audit',
    ),
  },
};
