// Closed lists of words that fields and query parameters have in common.

export const HISTORY_INTERVALS = ['raw', '15m', '1h', '4h', '1d'] as const;
/** Widths of the rows of aggregated history and of fees. */
export const AGGREGATE_INTERVALS = ['1h', '4h', '1d'] as const;
export const BENCHMARK_INTERVALS = ['1h', '1d'] as const;
/** Widths of the rows of prices. */
export const PRICE_INTERVALS = ['raw', '15m', '1h', '1d'] as const;
/** Widths of the rows of depth and of liquidation coverage. */
export const DEPTH_INTERVALS = ['raw', '1h', '1d'] as const;
export const DEPTH_SIDES = ['sell', 'buy'] as const;
/** Falls of the price at which depth is published, basis points. */
export const DEPTH_FALLS = ['50', '100', '200', '500', '1000'] as const;
/** What the arithmetic of a source was compared with, the weakest last. */
export const EVIDENCE_GRADES = ['program', 'sdk', 'source'] as const;
/** Whose prices sums in USD are at. */
export const PRICE_BASES = ['protocol', 'aggregate'] as const;
/** Why the price of a reserve is not compared with that of its token. */
export const DIVERGENCE_GAPS = [
  'missing',
  'not_read',
  'stale',
  'disagreement',
  'no_other_source',
  'protocol_unpriced',
] as const;
export const HISTORY_AGGREGATES = ['close', 'open', 'min', 'max', 'twavg'] as const;
export const HISTORY_FILLS = ['none', 'null', 'locf'] as const;
/** How much is known of a bucket. */
export const QUALITIES = ['ok', 'partial', 'missing'] as const;
export const PROOFS = ['same_account', 'later_account', 'index_continuity'] as const;
export const RESERVE_STATUSES = ['active', 'obsolete', 'hidden'] as const;
/** What a row of fees can be about. */
export const FEE_GROUPS = ['protocol', 'market', 'reserve'] as const;
export const TIERS = ['public', 'key'] as const;
/** What can be said of the numbers, the worst last. */
export const VERDICTS = ['ok', 'degraded', 'unknown', 'failing'] as const;
/** Everything that can speak against the numbers. */
export const STATUS_CAUSES = [
  'nothing_indexed',
  'database_unreachable',
  'data_stale',
  'polls_late',
  'chain_behind',
  'chain_halted',
  'rate_limited',
  'clock_implausible',
  'reserves_stale',
  'reserves_quarantined',
  'gaps_open',
  'rollup_behind',
  'audit_never_ran',
  'audit_overdue',
  'audit_failed',
  'audit_found_critical',
  'audit_found_warning',
] as const;

/** Why nothing was read in a time, as descriptions of fields list it. */
export const READ_GAP_REASONS =
  'not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure';
/** The same of a reserve. */
export const GAP_REASONS = `${READ_GAP_REASONS}, account_missing or quarantined`;
