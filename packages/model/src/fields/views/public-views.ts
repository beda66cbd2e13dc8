import { auditFindingsView, auditRunsView, chainView } from './audit-views.ts';
import { reserveDailyView, reserveHourlyView, reserveQuarterHourlyView } from './bucket-views.ts';
import { configChangesView, configurationsView } from './config-changes-view.ts';
import { correctionsView } from './corrections-view.ts';
import { feesViews } from './fee-views.ts';
import { gapsView, ingestGapsView, pollBatchesView, quarantineView } from './ingest-views.ts';
import { lendingMarketsView } from './lending-markets-view.ts';
import { batchCommitsView, observationSpansView } from './observation-views.ts';
import { liquidityViews } from './liquidity-views.ts';
import { ownViews } from '../own-columns.ts';
import { benchmarkRatesView, coverageView } from './quality-views.ts';
import { priceViews } from './price-views.ts';
import { reservesView } from './reserves-view.ts';
import {
  reserveLatestView,
  reserveObservationsView,
  reservePriceDivergenceLatestView,
  reserveRiskLatestView,
  reserveSnapshotsView,
  reserveStatesView,
} from './state-views.ts';
import { totalsViews } from './totals-views.ts';
import { shared, type ViewDefinition } from './view-definition.ts';

/** Whose each reserve is: on every view of reserves, so that no question needs a join for it. */
const namesOfReserve = shared('protocol', 'token_symbol', 'lending_market_name', 'listed_b');

const listedViews: Readonly<Record<string, ViewDefinition>> = {
  reserve_latest: reserveLatestView,
  reserve_risk_latest: reserveRiskLatestView,
  reserve_price_divergence_latest: reservePriceDivergenceLatestView,
  reserve_snapshots: reserveSnapshotsView,
  reserve_observations: reserveObservationsView,
  reserve_states: reserveStatesView,
  reserve_quarter_hourly: reserveQuarterHourlyView,
  reserve_hourly: reserveHourlyView,
  reserve_daily: reserveDailyView,
  ...totalsViews,
  ...feesViews,
  benchmark_rates: benchmarkRatesView,
  coverage: coverageView,
  ...priceViews,
  ...liquidityViews,
  reserves: reservesView,
  lending_markets: lendingMarketsView,
  config_changes: configChangesView,
  configurations: configurationsView,
  corrections: correctionsView,
  poll_batches: pollBatchesView,
  batch_commits: batchCommitsView,
  observation_spans: observationSpansView,
  quarantine: quarantineView,
  gaps: gapsView,
  ingest_gaps: ingestGapsView,
  audit_findings: auditFindingsView,
  audit_runs: auditRunsView,
  chain: chainView,
  ...ownViews,
};

/** Every view of schema `lend_v1` with every column, by name, in the order in which documentation lists them. */
export const publicViews: Readonly<Record<string, ViewDefinition>> = Object.fromEntries(
  Object.entries(listedViews).map(([name, view]) => [name, 'reserve' in view.columns ? withNames(view) : view]),
);

/** Names that the view lacks come last: columns keep their places. Null where the reserve is. */
function withNames({ description, columns }: ViewDefinition): ViewDefinition {
  const nullRule = columns['reserve']?.nullRule ?? 'never';
  const missing = Object.entries(namesOfReserve).filter(([name]) => !(name in columns));
  return {
    description,
    columns: { ...columns, ...Object.fromEntries(missing.map(([name, field]) => [name, { ...field, nullRule }])) },
  };
}

/** The functions of schema `lend_v1` by signature, and what each is. */
export const publicFunctions: Readonly<Record<string, string>> = {
  'apr_to_apy(apr double precision, periods double precision)':
    'APY of a yearly rate that is compounded so many times: (1 + apr / periods)^periods − 1, for small rates too with the digits of a double. Null where no double holds it. Periods of reserves: 63,072,000 (slot basis) or 31,536,000 (time basis).',
  'growth_to_apy(before numeric, after numeric, seconds double precision)':
    'Growth of an index within so many seconds as a rate per year of 365 days, with compounding: (after / before)^(31,536,000 / seconds) − 1. Null where before or the time is not above 0.',
  'sync_horizon()':
    'Number below which every change is visible, to this statement and to later ones: those of running transactions are not below it. Read it first, then the rows whose change_id lies between the horizon of the read before and this one; see docs/use/sync.md. Smaller than before only after a restore from a backup: then begin at 0 again.',
  'last_observed_at(of_reserve text, at_time timestamp with time zone)':
    'When a reserve was observed last, at or before a moment: the newest observed_at of reserve_snapshots, found without reading others of its rows, however many there are. Null where there is none.',
  'next_observed_at(of_reserve text, after_time timestamp with time zone)':
    'When a reserve was observed next, after a moment: the first observed_at of reserve_snapshots, found without reading others of its rows. Null where there is none.',
  'reserve_at(of_reserve text, at_time timestamp with time zone)':
    'The newest observation of a reserve at or before a moment, with its age, and what is known of the time up to the moment. The accrual of the programs is not repeated in SQL: where exact_b is true the numbers are those of the moment itself, to the last digit (the observation was made at that second, or the next one found the same account and the same accrued amounts); elsewhere they are those of observed_at. Where unchanged_b is true nobody used the reserve up to next_observed_at, and each accrued amount of the moment lies between the value of this observation and the one beginning with next_. The API’s /at/{time} accrues to the second. Null in every column but reserve where there is no observation yet.',
  'realised_apy(of_reserve text, from_at timestamp with time zone, to_at timestamp with time zone)':
    'What borrowers really paid and suppliers really earned between two moments, per year, as the realised rates of the API: between the indices of from_at and to_at themselves where those are known: on the line between the rows of reserve_snapshots around each (or up to the newest state), where these hold one account or are at most 15 minutes apart. Elsewhere from the newest row before it; start_at and end_at are the times that were taken. Null where there is no such row or no time between them; for borrowers where the index fell, for suppliers where no collateral token existed.',
};
