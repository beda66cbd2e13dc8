import type { Queryable } from '../create-database.ts';

/** What accrual needs to know of a lending market. */
export interface MarketParametersRow {
  readonly address: string;
  readonly referralFeeBps: number;
  readonly rewardsMaxAprBps: number;
}

/** The parameters of those of the given markets that are stored. */
export async function listMarketParameters(
  sql: Queryable,
  addresses: readonly string[],
): Promise<MarketParametersRow[]> {
  const rows = await sql<MarketParametersRow[]>`
    SELECT address, referral_fee_bps AS "referralFeeBps", rewards_max_apr_bps AS "rewardsMaxAprBps"
    FROM lend.lending_markets WHERE address = ANY(${[...addresses]}::text[])`;
  return rows.map((row) => ({ ...row }));
}
