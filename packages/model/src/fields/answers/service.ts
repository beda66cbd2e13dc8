import { AMOUNTS, RATES, MARKET, TOKEN, type Answer, type Envelope, PAGE } from './answer.ts';
import { PRICE } from './prices.ts';

/** What the service says of itself: coverage, stream, status, keys. */
export const serviceAnswers: Readonly<Record<string, Answer>> = {
  CoverageGap: {
    description: 'A stretch of time in which a reserve was not observed.',
    fields: 'from to from_slot to_slot gap_reason_str ongoing_b',
  },
  CoverageRow: {
    csv: true,
    description: 'How much of the range one reserve was observed in.',
    fields: `
      protocol ${MARKET} listed_b reserve ${TOKEN} first_seen_timestamp from to expected_seconds observed_seconds
      missing_seconds coverage_f observations failed_observations gap_count longest_gap_seconds gaps_truncated_b
      gaps`,
    nested: {
      gaps: { of: 'CoverageGap', list: true, max: 100, description: 'Gaps of the range, by time. Not in CSV.' },
    },
  },
  CoverageMeta: { fields: `from to ${PAGE}` },
  StreamedReserve: {
    description: 'Data of a reserve event: an observation that was kept in the history.',
    fields: `
      timestamp slot protocol ${MARKET} listed_b reserve ${TOKEN} last_update_slot ${AMOUNTS} price_usd_f ${RATES}
      rewards_apr_f supply_apy_total_f snapshot_reason_str account_sha256`,
  },
  StreamedPrice: {
    description: 'Data of a price event: a price of a token that was kept in the history.',
    fields: `timestamp slot ${PRICE} snapshot_reason_str`,
  },
  StreamHeartbeat: {
    description: 'Data of a heartbeat event: the newest bank that is served.',
    fields: 'timestamp slot data_age_seconds last_event_id',
  },
  StreamNotice: {
    description: 'Data of a gap event or an end event.',
    fields: 'notice_reason_str last_event_id',
  },
  StatusCause: {
    description: 'Something that speaks against the numbers.',
    fields: 'cause_str verdict_str message',
  },
  QuarantineReason: {
    description: 'A reason for which reserves are refused at the moment.',
    fields: 'quarantine_reason_str reserve_count',
  },
  ReserveStates: {
    description:
      'How many reserves are in which state. Each is in one. The verdict follows from reserves, those of listed markets; anybody can make a market, and its reserves are unlisted_reserves.',
    fields: `
      reserve_count ok_reserve_count stale_reserve_count quarantined_reserve_count frozen_reserve_count
      gone_reserve_count quarantine_reasons`,
    nested: {
      quarantine_reasons: { of: 'QuarantineReason', list: true },
    },
  },
  OpenGaps: {
    description: 'Gaps that go on, for one reason.',
    fields: 'gap_reason_str gap_count oldest_gap_timestamp',
  },
  AuditFinding: {
    description: 'Something that the audit found in the data.',
    fields: `
      check_name_str severity_str subject_kind_str subject message first_seen_timestamp last_seen_timestamp
      times_seen resolved_timestamp`,
  },
  AuditCheck: {
    description: 'How much one check looked at.',
    fields: 'check_name_str checked finding_count',
  },
  AuditRun: {
    description: 'One audit of the data.',
    fields: 'started_timestamp finished_timestamp outcome_str error_code_str checks',
    nested: {
      checks: { of: 'AuditCheck', list: true, description: 'What was checked, by name. Empty where the audit failed.' },
    },
  },
  StatusAudit: {
    description: 'What the audit looked at last, and what it found.',
    fields: `
      audit_age_seconds audit_max_age_seconds newest_run finding_count findings resolved_finding_count
      resolved_findings`,
    nested: {
      newest_run: { of: 'AuditRun', nullable: true, description: 'The newest audit. Null before the first.' },
      findings: {
        of: 'AuditFinding',
        list: true,
        max: 100,
        description: 'Open findings, the gravest first, then those seen last: at most 100 of finding_count.',
      },
      resolved_findings: {
        of: 'AuditFinding',
        list: true,
        max: 20,
        description:
          'Findings that were resolved in the last 24 hours, the newest first: at most 20 of resolved_finding_count.',
      },
    },
  },
  ProtocolStatus: {
    description: 'Whether the numbers of one protocol can be trusted now, and why not.',
    fields: `
      protocol verdict_str causes slot timestamp data_age_seconds bank_age_seconds poll_age_seconds poll_interval_seconds
      stale_after_seconds reserves unlisted_reserves gap_count oldest_gap_timestamp open_gaps final_hour_timestamp
      rollup_lag_seconds audit`,
    nested: {
      causes: { of: 'StatusCause', list: true, description: 'Why it is not ok, the worst first. Empty where it is.' },
      reserves: { of: 'ReserveStates' },
      unlisted_reserves: { of: 'ReserveStates' },
      open_gaps: { of: 'OpenGaps', list: true, description: 'The gaps that go on, by reason.' },
      audit: { of: 'StatusAudit' },
    },
  },
  ServiceStatus: {
    description: 'Whether the numbers can be trusted now.',
    fields: 'verdict_str protocols',
    nested: {
      protocols: { of: 'ProtocolStatus', list: true },
    },
  },
  SimulatedHistory: {
    description: 'The past that was made up for a localnet, so that there is something to look at.',
    fields: 'history_from_timestamp history_to_timestamp filled_from_timestamp history_progress_f history_complete_b',
  },
  StatusMeta: {
    fields: 'checked_timestamp chain_str simulated_b simulated_history',
    nested: {
      simulated_history: {
        of: 'SimulatedHistory',
        nullable: true,
        description: 'The simulated past of the chain. Null where there is none.',
      },
    },
  },
  Verification: {
    description: 'Whom the API key belongs to.',
    fields: 'username authenticated',
  },
  KeyLimits: {
    description: 'What the key may do.',
    fields: 'requests_per_minute concurrent_exports',
  },
  RateLimit: {
    description: 'How the key stands now, this request included.',
    fields: 'limit remaining reset_seconds',
  },
  KeyUsageRow: {
    description: 'Requests of a day to a route.',
    fields: 'day route requests limited',
  },
  KeyUsage: {
    description: 'An API key, its limits, and what was asked with it over the last 30 days.',
    fields: `
      username key_prefix tier_str created_timestamp expires_timestamp last_used_timestamp limits rate_limit usage`,
    nested: {
      limits: { of: 'KeyLimits' },
      rate_limit: { of: 'RateLimit' },
      usage: { of: 'KeyUsageRow', list: true },
    },
  },
  KeyUsageMeta: { fields: 'from_day to_day' },
};

export const serviceEnvelopes: Readonly<Record<string, Envelope>> = {
  CoverageEnvelope: {
    data: 'CoverageRow',
    list: true,
    description: 'By protocol and address of the reserve.',
    meta: 'CoverageMeta',
  },
  KeyUsageEnvelope: { data: 'KeyUsage', meta: 'KeyUsageMeta' },
  StatusEnvelope: { data: 'ServiceStatus', meta: 'StatusMeta' },
  VerificationEnvelope: { data: 'Verification' },
};
