import type { AccrualTerms, TermsTimeline } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';
import type { JsonObject } from '../tables/index.ts';
import { toAccrualTerms } from './accrual-terms.ts';

/** What a reserve is, and the settings that its interest accrued by at any time. */
export interface ReserveTermsTimeline extends TermsTimeline {
  readonly lendingMarket: string;
  readonly tokenDecimals: number;
  readonly tokenSymbol: string;
  readonly firstSeenAt: Date;
}

type ReserveRow = Omit<ReserveTermsTimeline, 'at'> & { readonly address: string };

/** A configuration of an account, valid from a bank until the next one. */
interface ConfigurationRow {
  readonly account: string;
  readonly observedAt: Date;
  readonly config: JsonObject;
}

/**
 * The settings over time of each reserve, by reserve, from the stored configurations of it and its market. The oldest one
 * holds for all the time before, too. A reserve whose market was never read is not in the map; it cannot have states either,
 * because the indexer refuses to derive them. `at` throws `INVALID_ROW` where a configuration lacks what accrual needs.
 *
 * A market's change counts from the read that found it. The indexer reads markets less often than reserves, so an observation
 * just before may have had the new fee already; its stored numbers were derived with the old one all the same.
 */
export async function listTermsTimelines(
  sql: Queryable,
  { protocol, reserves }: { readonly protocol: string; readonly reserves?: readonly string[] },
): Promise<Map<string, ReserveTermsTimeline>> {
  const rows = await sql<ReserveRow[]>`
    SELECT r.address, r.lending_market AS "lendingMarket", r.token_decimals AS "tokenDecimals",
      r.token_symbol AS "tokenSymbol", r.first_seen_at AS "firstSeenAt"
    FROM lend.reserves AS r
    JOIN lend.lending_markets AS m ON m.address = r.lending_market
    WHERE r.protocol = ${protocol} ${reserves === undefined ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}
    ORDER BY r.address`;
  const accounts = [...new Set(rows.flatMap((row) => [row.address, row.lendingMarket]))];
  const configurations = await sql<ConfigurationRow[]>`
    SELECT account, observed_at AS "observedAt", config FROM lend.configurations
    WHERE account = ANY(${accounts}::text[])
    ORDER BY account, from_slot DESC`;
  const byAccount = groupByAccount(configurations);
  return new Map(
    rows.map(({ address, ...row }) => {
      const at = createTimeline(address, byAccount.get(address) ?? [], byAccount.get(row.lendingMarket) ?? []);
      return [address, { ...row, at }];
    }),
  );
}

/**
 * The configurations of each account, the newest first. A parameter that an older one lacks, because an earlier release did not
 * decode it, is taken from the one after.
 */
function groupByAccount(rows: readonly ConfigurationRow[]): ReadonlyMap<string, readonly ConfigurationRow[]> {
  const byAccount = new Map<string, ConfigurationRow[]>();
  for (const row of rows) {
    const known = byAccount.get(row.account);
    const newer = known?.at(-1);
    if (known === undefined || newer === undefined) byAccount.set(row.account, [row]);
    else known.push({ ...row, config: { ...newer.config, ...row.config } });
  }
  return byAccount;
}

/** The terms of one pair of configurations are one object, which what is made of it can be kept by. */
function createTimeline(
  address: string,
  ofReserve: readonly ConfigurationRow[],
  ofMarket: readonly ConfigurationRow[],
): (observedAt: Date) => AccrualTerms {
  const known = new Map<string, AccrualTerms>();
  return (observedAt) => {
    const [reserve, market] = [placeAt(ofReserve, observedAt), placeAt(ofMarket, observedAt)];
    const key = `${reserve} ${market}`;
    const terms = known.get(key);
    if (terms !== undefined) return terms;
    const made = toAccrualTerms(address, ofReserve[reserve]?.config ?? {}, ofMarket[market]?.config ?? {});
    known.set(key, made);
    return made;
  };
}

/** Place of the configuration that was in force, the newest first. */
function placeAt(configurations: readonly ConfigurationRow[], observedAt: Date): number {
  const place = configurations.findIndex((row) => row.observedAt <= observedAt);
  return place === -1 ? configurations.length - 1 : place;
}
