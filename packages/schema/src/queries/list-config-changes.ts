import type { Queryable } from '../create-database.ts';
import type { ConfigAccountKind, JsonScalar } from '../tables/index.ts';

/** Place of a change in the log. */
export interface ConfigChangePosition {
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly account: string;
  readonly field: string;
}

/** One parameter that differed between two reads, with the names of what it belongs to. */
export interface ConfigChangeEntry extends ConfigChangePosition {
  readonly accountKind: ConfigAccountKind;
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly lendingMarketName: string;
  /** Null for a parameter of a lending market, as the symbol. */
  readonly reserve: string | null;
  readonly tokenSymbol: string | null;
  readonly oldValue: JsonScalar;
  readonly newValue: JsonScalar;
  readonly previousSlot: bigint;
  readonly previousAt: Date;
}

export interface ConfigChangeFilter {
  readonly protocol: string;
  /** Only changes of this reserve; left out, those of all reserves and markets. */
  readonly reserve?: string;
  /** First chain time of the range. */
  readonly from: Date;
  /** End of the range, which does not belong to it; null = open. */
  readonly to: Date | null;
  /** Only what comes after this place, which is older. */
  readonly after: ConfigChangePosition | null;
  readonly limit: number;
}

/** Newest first; within one bank by account and field in descending byte order, which is the index read backwards. */
export async function listConfigChanges(sql: Queryable, filter: ConfigChangeFilter): Promise<ConfigChangeEntry[]> {
  const { reserve, to, after } = filter;
  const rows = await sql<ConfigChangeEntry[]>`
    SELECT c.account, c.account_kind AS "accountKind", c.lending_market AS "lendingMarket",
      coalesce(m.display_name, '') AS "lendingMarketName", r.token_symbol AS "tokenSymbol", c.field,
      CASE WHEN c.account_kind = 'reserve' THEN c.account END AS reserve,
      c.old_value AS "oldValue", c.new_value AS "newValue", c.slot, c.observed_at AS "observedAt",
      c.previous_slot AS "previousSlot", c.previous_observed_at AS "previousAt"
    FROM lend.config_changes AS c
    LEFT JOIN lend.reserves AS r ON r.address = c.account
    LEFT JOIN lend.lending_markets AS m ON m.address = c.lending_market
    WHERE c.protocol = ${filter.protocol} AND c.observed_at >= ${filter.from}::timestamptz
      ${to === null ? sql`` : sql`AND c.observed_at < ${to}::timestamptz`}
      ${reserve === undefined ? sql`` : sql`AND c.account = ${reserve}`}
      ${
        after === null
          ? sql``
          : sql`AND (c.observed_at, c.slot, c.account, c.field)
              < (${after.observedAt}::timestamptz, ${after.slot}::bigint, ${after.account}, ${after.field})`
      }
    ORDER BY c.observed_at DESC, c.slot DESC, c.account DESC, c.field DESC
    LIMIT ${filter.limit}`;
  return rows.map((row) => ({ ...row }));
}
