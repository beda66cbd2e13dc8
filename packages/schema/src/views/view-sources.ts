import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { IS_LISTED_MARKET, MARKET_OF_REFUSED } from '../queries/quarantine.ts';
import { storedNames } from '../rows/own-fields.ts';
import {
  auditFindings,
  auditRuns,
  batchCommits,
  chain,
  configChanges,
  configurations,
  failedAttempts,
  ingestGaps,
  lendingMarkets,
  observationSpans,
  pollBatches,
  quarantine,
  reserveDaily,
  reserveHourly,
  reserveQuarterHourly,
  reserveLatest,
  reserves,
  reserveSnapshots,
} from '../tables/index.ts';

/** What a view of `lend_v1` reads. Which columns it has, and what they mean, the table of fields says. */
export interface ViewSource {
  readonly table: PgTable;
  /** Of the table in `from`. */
  readonly alias: string;
  readonly from: string;
  /** The protocol of a row, whose scale exact numbers have. */
  readonly protocol?: string;
  /** Exact numbers of the table are decimals and not parts of one. */
  readonly isDecimal?: true;
  /** Decimals of the token of a row; for doubles of amounts. */
  readonly decimals?: string;
  /** Columns that are more than a column of the table, or have another name there. */
  readonly columns?: Readonly<Record<string, string>>;
  /** More rows. */
  readonly and?: ViewSource;
}

const MARKET_NAME = "coalesce(m.display_name, '')";

/** Whose a reserve is, where `r` is the reserve and `m` its market. */
export const NAMES_OF_RESERVE = {
  protocol: 'r.protocol',
  token_symbol: 'r.token_symbol',
  lending_market_name: MARKET_NAME,
  listed_b: 'coalesce(m.listed, false)',
};
/** Both, for a row with the address of a reserve. Left out of a plan whose query asks for nothing of them. */
export const namesJoin = (alias: string) =>
  `LEFT JOIN lend.reserves AS r ON r.address = ${alias}.reserve\nLEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market`;
const MARKET_OF = (alias: string) => `LEFT JOIN lend.lending_markets AS m ON m.address = ${alias}.lending_market`;
const RESERVE_OF_ACCOUNT = "CASE c.account_kind WHEN 'reserve' THEN c.account END";

/** Base yield and rewards as one, of a row of numbers or of one of the values of a bucket. */
export const supplyApyTotal = (alias: string, ending = 'f'): string =>
  `(${alias}.supply_apy_${ending} + ${alias}.rewards_apr_${ending})`;
/** What lies in the vault of a reserve by the books of its account. */
export const vaultBalance = (alias: string): string =>
  `(${alias}.available_amount_raw + coalesce(${alias}.rewards_available_raw, 0))::numeric(20,0)`;

/** A price passed every check of the program where all six bits are set. */
const stateColumns = (alias: string) => ({
  supply_apy_total_f: supplyApyTotal(alias),
  vault_balance_raw: vaultBalance(alias),
  price_raw: `${alias}.market_price_sf`,
  price_at: `${alias}.market_price_updated_at`,
  snapshot_reason_str: `${alias}.reason`,
  usable_for_borrow_b: `(${alias}.price_status & 63) = 63`,
  price_age_seconds: `extract(epoch FROM ${alias}.observed_at - ${alias}.market_price_updated_at)::bigint`,
});

const bucketSource = (table: PgTable, name: string): ViewSource => ({
  table,
  alias: 'b',
  // Both are left out of a plan whose query asks for no name and for no double of an amount of interest.
  from: `lend.${name} AS b LEFT JOIN lend.reserves AS r ON r.id = b.reserve_id\n${MARKET_OF('b')}`,
  protocol: 'b.protocol',
  decimals: 'r.token_decimals',
  columns: {
    ...NAMES_OF_RESERVE,
    protocol: 'b.protocol',
    coverage_f: 'b.observed_seconds::float8 / nullif(b.elapsed_seconds, 0)',
    interest_priced_share_f: 'b.priced_seconds::float8 / nullif(b.elapsed_seconds, 0)',
    day_utc: "(b.bucket_start AT TIME ZONE 'UTC')::date",
    open_price_raw: 'b.open_market_price_sf',
    open_price_at: 'b.open_price_updated_at',
    close_price_raw: 'b.close_market_price_sf',
    close_price_at: 'b.close_price_updated_at',
    ...Object.fromEntries(
      ['open_f', 'twavg_f', 'close_f'].map((ending) => [`supply_apy_total_${ending}`, supplyApyTotal('b', ending)]),
    ),
  },
});

const LAST_SEEN_AT = 'greatest(r.last_seen_at, l.observed_at)';

const failedAttemptsSource: ViewSource = {
  table: failedAttempts,
  alias: 'a',
  from: `lend.failed_attempts AS a
CROSS JOIN LATERAL (
  SELECT coalesce((SELECT s.reserves FROM lend.reserve_sets AS s WHERE s.sha256 = a.reserve_set), a.reserves, '{}') AS reserves
) AS asked`,
  columns: {
    poll_batch_id: 'a.batch_id',
    received: '0',
    snapshots_written: '0',
    latest_written: '0',
    unchanged: '0',
    missing: '0',
    quarantined: '0',
    older_than_latest: '0',
    first_reserve: 'asked.reserves[1]',
    last_reserve: 'asked.reserves[cardinality(asked.reserves)]',
    not_observed: 'asked.reserves COLLATE "default"',
    outcome_str: "'failed'",
    refused_reserves: 'NULL::text[]',
  },
};

/** The newest state of each reserve. */
export const reserveLatestSource: ViewSource = {
  table: reserveLatest,
  alias: 'l',
  from: `lend.reserve_latest AS l JOIN lend.reserves AS r ON r.address = l.reserve\n${MARKET_OF('l')}`,
  protocol: 'r.protocol',
  decimals: 'r.token_decimals',
  columns: {
    ...stateColumns('l'),
    ...NAMES_OF_RESERVE,
    token_address: 'r.token_mint',
    token_decimals: 'r.token_decimals',
  },
};

/** A gap of one reserve, or of all that were known before it ended. */
const gapsSource = (join: string): ViewSource => ({
  table: ingestGaps,
  alias: 'g',
  from: `lend.ingest_gaps AS g
JOIN lend.reserves AS r ON ${join}
${MARKET_OF('r')}
LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address`,
  columns: {
    ...NAMES_OF_RESERVE,
    reserve: 'r.address',
    lending_market: 'r.lending_market',
    gap_reason_str: 'g.reason_code',
    gap_seconds: 'extract(epoch FROM g.to_at - g.from_at)::bigint',
    ongoing_b: 'coalesce(g.from_at >= l.observed_at, false)',
  },
});

/** Every observation, with the reserve and its market where a column asks for them. */
const snapshotsSource: ViewSource = {
  table: reserveSnapshots,
  alias: 's',
  from: `lend.all_snapshots AS s\n${namesJoin('s')}`,
  protocol: 'r.protocol',
  decimals: 'r.token_decimals',
  columns: { ...stateColumns('s'), ...NAMES_OF_RESERVE },
};

/** By view, in the order of the views. */
export const viewSources: Readonly<Record<string, ViewSource>> = {
  reserve_latest: reserveLatestSource,
  reserve_snapshots: snapshotsSource,
  reserve_observations: snapshotsSource,
  reserve_states: { ...snapshotsSource, from: `${snapshotsSource.from}\nWHERE s.reason <> 'heartbeat'` },
  reserve_quarter_hourly: bucketSource(reserveQuarterHourly, 'reserve_quarter_hourly'),
  reserve_hourly: bucketSource(reserveHourly, 'reserve_hourly'),
  reserve_daily: bucketSource(reserveDaily, 'reserve_daily'),
  reserves: {
    table: reserves,
    alias: 'r',
    from: `lend.reserves AS r
${MARKET_OF('r')}
LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
LEFT JOIN lend.token_mints AS t ON t.address = r.token_mint
LEFT JOIN LATERAL (
  SELECT extract(epoch FROM ${LAST_SEEN_AT}) < t.new_multiplier_effective_seconds AS is_pending
) AS u ON true`,
    protocol: 'r.protocol',
    columns: {
      ...NAMES_OF_RESERVE,
      reserve: 'r.address',
      token_address: 'r.token_mint',
      collateral_token_address: 'r.collateral_mint',
      // The largest u64 is no fee: the program lends nothing then.
      flash_loan_fee_raw: 'nullif(r.flash_loan_fee_sf, 18446744073709551615)',
      since_slot: 'r.config_slot',
      since_at: 'r.config_observed_at',
      last_seen_slot: 'greatest(r.last_seen_slot, l.slot)',
      last_seen_at: LAST_SEEN_AT,
      ui_multiplier_f: 'CASE WHEN u.is_pending THEN t.multiplier_f ELSE t.new_multiplier_f END',
      next_ui_multiplier_f: 'CASE WHEN u.is_pending THEN t.new_multiplier_f END',
      // 0 is no limit.
      utilization_limit_block_borrowing_f: 'nullif(r.utilization_limit_block_borrowing_pct, 0)::float8 / 100',
      token_symbol_origin_str: "CASE WHEN r.token_symbol <> '' THEN r.token_symbol_origin END",
      // Of 64 bits, so not always a time that there is.
      ui_multiplier_effective_at: `CASE WHEN t.new_multiplier_effective_seconds BETWEEN 1 AND 253402300799
    THEN to_timestamp(t.new_multiplier_effective_seconds) END`,
    },
  },
  lending_markets: {
    table: lendingMarkets,
    alias: 'm',
    from: 'lend.lending_markets AS m',
    columns: {
      lending_market: 'm.address',
      lending_market_name: 'm.display_name',
      lending_market_owner: 'm.owner',
      lending_market_quote_currency_str: 'm.quote_currency',
      lending_market_emergency_mode_b: 'm.emergency_mode',
      lending_market_borrow_disabled_b: 'm.borrow_disabled',
      lending_market_referral_fee_bps: 'm.referral_fee_bps',
      lending_market_rewards_max_apr_bps: 'm.rewards_max_apr_bps',
    },
  },
  config_changes: {
    table: configChanges,
    alias: 'c',
    from: `lend.config_changes AS c LEFT JOIN lend.reserves AS r ON r.address = c.account\n${MARKET_OF('c')}`,
    columns: {
      ...NAMES_OF_RESERVE,
      protocol: 'c.protocol',
      reserve: RESERVE_OF_ACCOUNT,
      previous_at: 'c.previous_observed_at',
    },
  },
  configurations: {
    table: configurations,
    alias: 'c',
    from: `lend.configurations AS c LEFT JOIN lend.reserves AS r ON r.address = c.account\n${MARKET_OF('c')}`,
    columns: {
      ...NAMES_OF_RESERVE,
      protocol: 'c.protocol',
      reserve: RESERVE_OF_ACCOUNT,
      since_slot: 'c.from_slot',
      since_at: 'c.observed_at',
    },
  },
  poll_batches: {
    table: pollBatches,
    alias: 'b',
    from: 'lend.poll_batches AS b',
    columns: { poll_batch_id: 'b.id', attempt_id: 'NULL::bigint', refused_reserves: 'b.refused' },
    and: failedAttemptsSource,
  },
  batch_commits: {
    table: batchCommits,
    alias: 'b',
    from: 'lend.batch_commits AS b',
    columns: { poll_batch_id: 'b.batch_id' },
  },
  observation_spans: {
    table: observationSpans,
    alias: 's',
    from: 'lend.observation_spans AS s LEFT JOIN lend.reserve_sets AS r ON r.sha256 = s.reserve_set',
    columns: { reserves: 'r.reserves' },
  },
  quarantine: {
    table: quarantine,
    alias: 'q',
    from: `lend.quarantine AS q\n${MARKET_OF_REFUSED}`,
    columns: {
      quarantine_reason_str: 'q.reason_code',
      lending_market: 'coalesce(r.lending_market, q.lending_market)',
      listed_b: `CASE WHEN q.protocol IS NOT NULL THEN ${IS_LISTED_MARKET} END`,
    },
  },
  gaps: {
    ...gapsSource('r.address = g.reserve'),
    and: gapsSource('g.reserve IS NULL AND r.protocol = g.protocol AND r.first_seen_at < g.to_at'),
  },
  ingest_gaps: {
    table: ingestGaps,
    alias: 'g',
    from: `lend.ingest_gaps AS g\n${namesJoin('g')}`,
    columns: {
      ...NAMES_OF_RESERVE,
      protocol: 'g.protocol',
      lending_market_name: `CASE WHEN r.address IS NOT NULL THEN ${MARKET_NAME} END`,
      listed_b: `CASE WHEN r.address IS NOT NULL THEN ${NAMES_OF_RESERVE.listed_b} END`,
      gap_reason_str: 'g.reason_code',
    },
  },
  audit_findings: {
    table: auditFindings,
    alias: 'f',
    from: 'lend.audit_findings AS f',
    // Addresses of endpoints are nobody's business.
    columns: {
      subject: "CASE WHEN f.subject_kind <> 'endpoint' THEN f.subject END",
      detail: "CASE WHEN f.subject_kind <> 'endpoint' THEN f.detail END",
    },
  },
  audit_runs: { table: auditRuns, alias: 'a', from: 'lend.audit_runs AS a' },
  chain: {
    table: chain,
    alias: 'c',
    from: 'lend.chain AS c LEFT JOIN lend.simulated_history AS h ON true',
    columns: {
      chain_str: "CASE WHEN c.is_simulated THEN 'localnet' ELSE c.cluster_label END",
      simulated_b: 'c.is_simulated',
      history_from_at: 'h.from_at',
      history_to_at: 'h.to_at',
      filled_from_at: 'h.filled_from',
      completed_at: 'h.completed_at',
    },
  },
};

/** The column of the table of a source that is called so, but for its ending. */
export function columnNamed({ table }: ViewSource, name: string): string | undefined {
  const columns = new Set(Object.values(getTableColumns(table)).map((column) => column.name));
  return storedNames(name).find((candidate) => columns.has(candidate));
}

/** The column that a column of a view is, whatever its name there; undefined for one that is made of others. */
export function storedColumnOf(view: string, name: string): string | undefined {
  const source = viewSources[view];
  if (source === undefined) return undefined;
  const expression = source.columns?.[name];
  return expression === undefined
    ? columnNamed(source, name)
    : new RegExp(String.raw`^${source.alias}\.(\w+)(?:::[\w()]+)?$`).exec(expression)?.[1];
}
