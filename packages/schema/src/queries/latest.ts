import type { StateNumbers } from '@tidemark/core';
import { and, eq, getTableColumns, sql as fragment } from 'drizzle-orm';
import type { Drizzle, Queryable } from '../create-database.ts';
import { stateNumbersOf } from '../generated/state-numbers.ts';
import { type JsonObject, lendingMarkets, reserveLatest, reserves, tokenMints } from '../tables/index.ts';
import { BY_NAME, RESERVE_NAMES, type ReserveNames } from './reserve-names.ts';

const {
  snapshotSlot: _slot,
  snapshotObservedAt: _at,
  snapshotAccountSha256: _sha,
  ...STATE
} = getTableColumns(reserveLatest);

const LENDING_MARKET_NAME = fragment<string>`coalesce(${lendingMarkets.displayName}, '')`;

const LATEST = {
  ...STATE,
  lendingMarketName: LENDING_MARKET_NAME,
  tokenMint: reserves.tokenMint,
  tokenSymbol: reserves.tokenSymbol,
  tokenDecimals: reserves.tokenDecimals,
  status: reserves.status,
  missingSinceSlot: reserves.missingSinceSlot,
  missingSinceAt: reserves.missingSinceAt,
};

/**
 * Newest state of a reserve with its names. `lendingMarketName` is empty where no name is known; `missingSince…` is set
 * when the account is no longer there, and the state is then the last one seen.
 */
export type LatestReserve = Awaited<ReturnType<typeof listLatestReserves>>[number];

/** Every reserve that was ever polled, by market name, token symbol, address (byte order). */
export async function listLatestReserves(db: Drizzle, { protocol }: { readonly protocol: string }) {
  return await selectLatest(db)
    .where(eq(reserves.protocol, protocol))
    .orderBy(
      fragment`${LENDING_MARKET_NAME} COLLATE "C"`,
      fragment`${reserves.tokenSymbol} COLLATE "C"`,
      fragment`${reserveLatest.reserve} COLLATE "C"`,
    );
}

/** One reserve, or null when it was never polled. */
export async function getLatestReserve(
  db: Drizzle,
  { protocol, reserve }: { readonly protocol: string; readonly reserve: string },
): Promise<LatestReserve | null> {
  const [row] = await selectLatest(db).where(and(eq(reserves.protocol, protocol), eq(reserveLatest.reserve, reserve)));
  return row ?? null;
}

function selectLatest(db: Drizzle) {
  return db
    .select(LATEST)
    .from(reserveLatest)
    .innerJoin(reserves, eq(reserves.address, reserveLatest.reserve))
    .leftJoin(lendingMarkets, eq(lendingMarkets.address, reserveLatest.lendingMarket));
}

/** The part of a latest row that the latest-reserve reads publish. Numbers are as stored, unclamped. */
export interface LatestSummary extends ReserveNames, StateNumbers {
  readonly slot: bigint;
  readonly observedAt: Date;
}

export interface LatestSummaries {
  readonly reserves: readonly LatestSummary[];
  /** Milliseconds since the newest of them was written, by the database's clock alone. Null without rows. */
  readonly ageMs: number | null;
  /** When they were read, in unix milliseconds by the database's clock. Null without rows. */
  readonly readAtMs: number | null;
  /** Nothing that batches up to this number wrote is missing; null where there is none. */
  readonly commitSeq: bigint | null;
}

type SummaryRow = LatestSummary & {
  readonly ageMs: number;
  readonly readAtMs: number;
  readonly commitSeq: bigint | null;
};

const SUMMARY = `${RESERVE_NAMES}, l.slot, l.observed_at AS "observedAt", ${stateNumbersOf('l')},
  (extract(epoch FROM clock_timestamp() - max(l.recorded_at) OVER ()) * 1000)::float8 AS "ageMs",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "readAtMs"`;

function summariesOf(rows: readonly SummaryRow[]): LatestSummaries {
  const [first] = rows;
  return {
    reserves: rows,
    ageMs: first?.ageMs ?? null,
    readAtMs: first?.readAtMs ?? null,
    commitSeq: first?.commitSeq ?? null,
  };
}

/** Every reserve that was ever polled, by market name, token symbol, address (byte order). A fraction of what `listLatestReserves` costs. */
export async function listLatestSummaries(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<LatestSummaries> {
  const rows = await sql<SummaryRow[]>`
    SELECT ${sql.unsafe(SUMMARY)}, (SELECT max(commit_seq) FROM lend.batch_commits) AS "commitSeq"
    FROM lend.reserve_latest AS l
    JOIN lend.reserves AS r ON r.address = l.reserve
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    WHERE r.protocol = ${protocol}
    ORDER BY ${sql.unsafe(BY_NAME)}`;
  return summariesOf(rows);
}

/**
 * Those of them that batches with a greater number wrote last, in no order. The names of the others can have changed since: what
 * discovery finds belongs to no batch.
 */
export async function listLatestChanges(
  sql: Queryable,
  { protocol, commitSeq }: { readonly protocol: string; readonly commitSeq: bigint },
): Promise<LatestSummaries> {
  const rows = await sql<SummaryRow[]>`
    SELECT ${sql.unsafe(SUMMARY)}, max(c.commit_seq) OVER () AS "commitSeq"
    FROM lend.batch_commits AS c
    JOIN lend.reserve_latest AS l ON l.poll_batch_id = c.batch_id
    JOIN lend.reserves AS r ON r.address = l.reserve
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    WHERE c.commit_seq > ${commitSeq}::bigint AND r.protocol = ${protocol}`;
  return summariesOf(rows);
}

/**
 * Identity and configuration of a reserve, with its market's name and its mint's multipliers. `latest…` is null when it was
 * never polled, a multiplier where the mint has none or was not read.
 */
export type ReserveInfo = Awaited<ReturnType<typeof listReserveInfo>>[number];
/** A lending market and how many reserves of it are known. */
export type MarketInfo = Awaited<ReturnType<typeof listMarketInfo>>[number];

/** Every reserve ever seen, by market name, token symbol, address (byte order). */
export async function listReserveInfo(db: Drizzle, { protocol }: { readonly protocol: string }) {
  return await db
    .select({
      ...getTableColumns(reserves),
      lendingMarketName: LENDING_MARKET_NAME,
      listed: fragment<boolean>`coalesce(${lendingMarkets.listed}, false)`,
      latestSlot: reserveLatest.slot,
      latestObservedAt: reserveLatest.observedAt,
      multiplierF: tokenMints.multiplierF,
      newMultiplierF: tokenMints.newMultiplierF,
      newMultiplierEffectiveSeconds: tokenMints.newMultiplierEffectiveSeconds,
    })
    .from(reserves)
    .leftJoin(lendingMarkets, eq(lendingMarkets.address, reserves.lendingMarket))
    .leftJoin(reserveLatest, eq(reserveLatest.reserve, reserves.address))
    .leftJoin(tokenMints, eq(tokenMints.address, reserves.tokenMint))
    .where(eq(reserves.protocol, protocol))
    .orderBy(
      fragment`${LENDING_MARKET_NAME} COLLATE "C"`,
      fragment`${reserves.tokenSymbol} COLLATE "C"`,
      fragment`${reserves.address} COLLATE "C"`,
    );
}

/** Every lending market ever seen, by display name, address (byte order). */
export async function listMarketInfo(db: Drizzle, { protocol }: { readonly protocol: string }) {
  return await db
    .select({
      ...getTableColumns(lendingMarkets),
      // Written out: drizzle would name the outer column without its table, and the inner table has one of that name.
      reserveCount: fragment<number>`(
        SELECT count(*)::int FROM lend.reserves AS r WHERE r.lending_market = lend.lending_markets.address)`,
    })
    .from(lendingMarkets)
    .where(eq(lendingMarkets.protocol, protocol))
    .orderBy(fragment`${lendingMarkets.displayName} COLLATE "C"`, fragment`${lendingMarkets.address} COLLATE "C"`);
}

/** The stored configuration of a reserve and of its market. */
export interface ReserveConfigRow extends ReserveNames {
  readonly tokenDecimals: number;
  /** Newest chain time at which the reserve was read. */
  readonly observedAt: Date;
  readonly config: JsonObject;
  readonly sinceSlot: bigint;
  readonly sinceAt: Date;
  /** The market's settings, and when they were read; null while its account has not been read. */
  readonly lendingMarketConfig: JsonObject | null;
  readonly lendingMarketSlot: bigint | null;
  readonly lendingMarketAt: Date | null;
}

/** One reserve, or null when it was never seen. */
export async function getReserveConfig(
  sql: Queryable,
  { protocol, reserve }: { readonly protocol: string; readonly reserve: string },
): Promise<ReserveConfigRow | null> {
  const [row] = await sql<ReserveConfigRow[]>`
    SELECT ${sql.unsafe(RESERVE_NAMES)}, r.token_decimals AS "tokenDecimals",
      greatest(r.last_seen_at, l.observed_at) AS "observedAt", r.config, r.config_slot AS "sinceSlot",
      r.config_observed_at AS "sinceAt", m.config AS "lendingMarketConfig", m.slot AS "lendingMarketSlot",
      m.observed_at AS "lendingMarketAt"
    FROM lend.reserves AS r
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    WHERE r.protocol = ${protocol} AND r.address = ${reserve}`;
  return row === undefined ? null : { ...row };
}
