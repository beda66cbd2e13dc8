import type { AccrualTerms, TermsTimeline } from '@tidemark/model';
import { flattenConfig } from '../config-changes/diff-config.ts';
import type { Queryable } from '../create-database.ts';
import type { JsonObject, JsonScalar } from '../tables/index.ts';
import { CURVE_PREFIX, MARKET_TERMS, RESERVE_TERMS, type TermsFields, toAccrualTerms } from './accrual-terms.ts';

/** What a reserve is, and the settings that its interest accrued by at any time. */
export interface ReserveTermsTimeline extends TermsTimeline {
  readonly lendingMarket: string;
  readonly tokenDecimals: number;
  readonly tokenSymbol: string;
  readonly firstSeenAt: Date;
}

interface ReserveTermsRow {
  readonly address: string;
  readonly lendingMarket: string;
  readonly tokenDecimals: number;
  readonly tokenSymbol: string;
  readonly firstSeenAt: Date;
  readonly config: JsonObject;
  readonly referralFeeBps: number;
  readonly rewardsMaxAprBps: number;
}

interface TermsChange {
  readonly account: string;
  readonly field: string;
  readonly oldValue: JsonScalar;
  readonly observedAt: Date;
}

/**
 * The settings over time of each reserve, by reserve: the stored configurations of it and its market with the logged changes
 * after a moment undone. A reserve whose market was never read is not in the map; it cannot have states either, because the
 * indexer refuses to derive them. `at` throws `INVALID_ROW` where the stored configuration lacks what accrual needs.
 *
 * A market's change counts from the read that found it. The indexer reads markets less often than reserves, so a look just
 * before may have had the new fee already; its stored numbers were derived with the old one all the same.
 */
export async function listTermsTimelines(
  sql: Queryable,
  { protocol, reserves }: { readonly protocol: string; readonly reserves?: readonly string[] },
): Promise<Map<string, ReserveTermsTimeline>> {
  const rows = await sql<ReserveTermsRow[]>`
    SELECT r.address, r.lending_market AS "lendingMarket", r.token_decimals AS "tokenDecimals",
      r.token_symbol AS "tokenSymbol", r.first_seen_at AS "firstSeenAt",
      jsonb_build_object('borrowRateCurve', r.config -> 'borrowRateCurve',
        'interestRateBasis', r.config -> 'interestRateBasis',
        'hostFixedInterestRateBps', r.config -> 'hostFixedInterestRateBps',
        'protocolTakeRatePct', r.config -> 'protocolTakeRatePct',
        'rewardsPerAccrualUnitRaw', r.config -> 'rewardsPerAccrualUnitRaw') AS config,
      m.referral_fee_bps AS "referralFeeBps", m.rewards_max_apr_bps AS "rewardsMaxAprBps"
    FROM lend.reserves AS r
    JOIN lend.lending_markets AS m ON m.address = r.lending_market
    WHERE r.protocol = ${protocol} ${reserves === undefined ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}
    ORDER BY r.address`;
  const changes = await listTermsChanges(sql, rows);
  return new Map(
    rows.map((row) => {
      const { address, lendingMarket, tokenDecimals, tokenSymbol, firstSeenAt } = row;
      const timeline = createTimeline(row, changes.get(address) ?? [], changes.get(lendingMarket) ?? []);
      return [address, { lendingMarket, tokenDecimals, tokenSymbol, firstSeenAt, at: timeline }];
    }),
  );
}

/** Changes of terms by account, the newest first. */
async function listTermsChanges(
  sql: Queryable,
  rows: readonly ReserveTermsRow[],
): Promise<ReadonlyMap<string, readonly TermsChange[]>> {
  const accounts = [...new Set(rows.flatMap((row) => [row.address, row.lendingMarket]))];
  const changes = await sql<TermsChange[]>`
    SELECT account, field, old_value AS "oldValue", observed_at AS "observedAt" FROM lend.config_changes
    WHERE account = ANY(${accounts}::text[])
      AND (field = ANY(${[...RESERVE_TERMS, ...MARKET_TERMS]}::text[]) OR starts_with(field, ${CURVE_PREFIX}))
    ORDER BY slot DESC`;
  const byAccount = new Map<string, TermsChange[]>();
  for (const change of changes) {
    const known = byAccount.get(change.account);
    if (known === undefined) byAccount.set(change.account, [change]);
    else known.push(change);
  }
  return byAccount;
}

/** The terms that hold from one moment to the next; the newest first, the oldest without a beginning. */
interface Period {
  readonly from: Date | null;
  readonly fields: TermsFields;
  terms: AccrualTerms | null;
}

function createTimeline(
  row: ReserveTermsRow,
  reserveChanges: readonly TermsChange[],
  marketChanges: readonly TermsChange[],
): (observedAt: Date) => AccrualTerms {
  let fields: TermsFields = {
    reserve: new Map([...flattenConfig(row.config), ['identity.tokenDecimals', row.tokenDecimals]]),
    market: new Map([
      ['referralFeeBps', row.referralFeeBps],
      ['reserveRewardsMaxAprBps', row.rewardsMaxAprBps],
    ]),
  };
  const changes = [...reserveChanges, ...marketChanges].toSorted(
    (a, b) => b.observedAt.getTime() - a.observedAt.getTime(),
  );
  const periods: Period[] = [];
  for (const change of changes) {
    if (periods.at(-1)?.from?.getTime() !== change.observedAt.getTime()) {
      periods.push({ from: change.observedAt, fields, terms: null });
    }
    const side = change.account === row.address ? 'reserve' : 'market';
    fields = { ...fields, [side]: new Map(fields[side]).set(change.field, change.oldValue) };
  }
  periods.push({ from: null, fields, terms: null });
  return (observedAt) => {
    const period = periods.find(({ from }) => from === null || from.getTime() <= observedAt.getTime());
    if (period === undefined) throw new Error('the oldest period has a beginning');
    period.terms ??= toAccrualTerms(row.address, period.fields);
    return period.terms;
  };
}
