import { isLendingError, readInteger, type Terms, type TermsTimeline } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import type { Queryable } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import type { JsonObject } from '../tables/index.ts';

/** What a reserve is, and the settings that its interest accrued by at any time. */
export interface ReserveTermsTimeline extends TermsTimeline {
  readonly lendingMarket: string;
  readonly firstSeenAt: Date;
}

/** What the protocol says of terms. */
export type TermsProtocol = Pick<Protocol, 'name' | 'needsMarket' | 'terms'>;

/** A reserve whose observations can be made numbers of. */
export interface ReserveWithTerms {
  readonly reserve: string;
  readonly lendingMarket: string;
  readonly firstSeenAt: Date;
}

interface KnownOptions {
  readonly protocol: TermsProtocol;
  /** Left out: all of the protocol. */
  readonly reserves?: readonly string[];
}

/** A configuration of an account, valid from a bank until the next one. */
interface ConfigurationRow {
  readonly account: string;
  readonly observedAt: Date;
  readonly config: JsonObject;
}

/**
 * By address. Where the arithmetic needs the market, a reserve whose market was never read is not among them; it cannot have
 * states either, because the indexer refuses to derive them.
 */
export async function listReservesWithTerms(
  sql: Queryable,
  { protocol, reserves }: KnownOptions,
): Promise<readonly ReserveWithTerms[]> {
  return sql<ReserveWithTerms[]>`
    SELECT r.address AS reserve, r.lending_market AS "lendingMarket", r.first_seen_at AS "firstSeenAt"
    FROM lend.reserves AS r
    WHERE r.protocol = ${protocol.name} ${reserves === undefined ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}
      ${protocol.needsMarket ? sql`AND EXISTS (SELECT FROM lend.lending_markets AS m WHERE m.address = r.lending_market)` : sql``}
    ORDER BY r.address`;
}

/**
 * The settings over time of each reserve, by reserve, from the stored configurations of it and its market. The oldest one
 * holds for all the time before, too. `at` throws `INVALID_ROW` where a configuration lacks what accrual needs.
 *
 * A market's change counts from the read that found it. The indexer reads markets less often than reserves, so an observation
 * just before may have had the new fee already; its stored numbers were derived with the old one all the same.
 */
export async function listTermsTimelines(
  sql: Queryable,
  options: KnownOptions,
): Promise<Map<string, ReserveTermsTimeline>> {
  const { protocol } = options;
  const rows = await listReservesWithTerms(sql, options);
  const accounts = [...new Set(rows.flatMap((row) => [row.reserve, row.lendingMarket]))];
  const configurations = await sql<ConfigurationRow[]>`
    SELECT account, observed_at AS "observedAt", config FROM lend.configurations
    WHERE account = ANY(${accounts}::text[])
    ORDER BY account, from_slot DESC`;
  const byAccount = groupByAccount(configurations);
  return new Map(
    rows.map(({ reserve, lendingMarket, firstSeenAt }) => {
      const ofMarket = byAccount.get(lendingMarket) ?? [];
      const at = createTimeline(protocol, reserve, byAccount.get(reserve) ?? [], ofMarket);
      return [reserve, { lendingMarket, firstSeenAt, at }];
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
  protocol: TermsProtocol,
  address: string,
  ofReserve: readonly ConfigurationRow[],
  ofMarket: readonly ConfigurationRow[],
): (observedAt: Date) => Terms {
  const known = new Map<string, Terms>();
  return (observedAt) => {
    const [reserve, market] = [placeAt(ofReserve, observedAt), placeAt(ofMarket, observedAt)];
    const key = `${reserve} ${market}`;
    const terms = known.get(key);
    if (terms !== undefined) return terms;
    const made = termsOf(protocol, address, ofReserve[reserve]?.config ?? {}, ofMarket[market]?.config ?? null);
    known.set(key, made);
    return made;
  };
}

function termsOf(protocol: TermsProtocol, address: string, config: JsonObject, market: JsonObject | null): Terms {
  try {
    return protocol.terms(config, market, readInteger(config, 'identity.tokenDecimals'));
  } catch (error) {
    if (!isLendingError(error)) throw error;
    const field = error.context.field ?? 'setting';
    throw new SchemaError('INVALID_ROW', `${address}: the stored configuration has no usable ${field}`, {
      cause: error,
      context: { address, field },
    });
  }
}

/** Place of the configuration that was in force, the newest first. */
function placeAt(configurations: readonly ConfigurationRow[], observedAt: Date): number {
  const place = configurations.findIndex((row) => row.observedAt <= observedAt);
  return place === -1 ? configurations.length - 1 : place;
}
