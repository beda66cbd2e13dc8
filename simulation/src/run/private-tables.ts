/**
 * The only tables below `lend_v1` that the simulation names, for what it does to a database: faults are planted in the first two, a trigger on the first
 * notes each step back, and a rebuild begins without the others. Nothing is judged by what they hold; the auditor reads `lend_v1` and HTTP alone.
 */
export const NEWEST_STATES = 'lend.reserve_latest';
export const COMMITS = 'lend.batch_commits';
export const REBUILT = [
  'lend.observation_spans',
  'lend.ingest_gaps',
  'lend.reserve_quarters',
  'lend.reserve_hours',
  'lend.reserve_days',
] as const;
