/** The columns that tell rows of a view apart, by view; for merges, orders and pictures. */
export const viewKeys: Readonly<Record<string, readonly string[]>> = {
  reserve_latest: ['reserve'],
  reserve_risk_latest: ['reserve'],
  reserve_snapshots: ['reserve', 'observed_at', 'slot'],
  reserve_quarter_hourly: ['reserve', 'bucket_start'],
  reserve_hourly: ['reserve', 'bucket_start'],
  reserve_daily: ['reserve', 'bucket_start'],
  market_hourly: ['lending_market', 'bucket_start'],
  market_daily: ['lending_market', 'bucket_start'],
  token_hourly: ['protocol', 'token_address', 'bucket_start', 'part_str'],
  token_daily: ['protocol', 'token_address', 'bucket_start', 'part_str'],
  protocol_hourly: ['protocol', 'bucket_start', 'part_str'],
  protocol_daily: ['protocol', 'bucket_start', 'part_str'],
  fees_hourly: ['reserve', 'bucket_start'],
  fees_daily: ['reserve', 'bucket_start'],
  benchmark_rates: ['interval_str', 'bucket_start'],
  coverage: ['reserve', 'interval_str', 'bucket_start'],
  reserves: ['reserve'],
  lending_markets: ['lending_market'],
  config_changes: ['lending_market', 'reserve', 'field', 'slot'],
  configurations: ['lending_market', 'reserve', 'since_slot'],
  poll_batches: ['poll_batch_id', 'attempt_id'],
  batch_commits: ['commit_seq'],
  observation_spans: ['protocol', 'hour_start', 'span_index'],
  quarantine: ['id'],
  gaps: ['reserve', 'from_at', 'gap_reason_str'],
  ingest_gaps: ['id'],
  audit_findings: ['id'],
  audit_runs: ['id'],
  prices_latest: ['token_address'],
  price_sources_latest: ['token_address', 'feed'],
  prices: ['token_address', 'observed_at', 'slot'],
  prices_quarter_hourly: ['token_address', 'bucket_start'],
  prices_hourly: ['token_address', 'bucket_start'],
  prices_daily: ['token_address', 'bucket_start'],
  price_observations: ['token_address', 'feed', 'observed_at', 'slot'],
  price_batches: ['price_batch_id', 'started_at', 'outcome_str'],
  price_gaps: ['token_address', 'from_at'],
};

/** The views of one protocol alone have a row a reserve. */
export function keyOf(view: string): readonly string[] {
  const key = viewKeys[view] ?? (/^[a-z]+_reserve_latest$/.test(view) ? ['reserve'] : undefined);
  if (key === undefined) throw new Error(`lend_v1.${view} has no key`);
  return key;
}
