import { eq, sql as fragment } from 'drizzle-orm';
import type { Drizzle, Queryable, Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { chain, type ChainRow, type JsonObject, reserves } from '../tables/index.ts';

/** The chain that the database is filled from, or null when nothing was registered yet. */
export async function getChain(db: Drizzle): Promise<ChainRow | null> {
  const [row] = await db.select().from(chain);
  return row ?? null;
}

/**
 * Claims the database for a chain, by its genesis hash. The first call decides; a later call with another hash throws
 * `CHAIN_MISMATCH` and changes nothing. The label is kept from the first call.
 */
export async function registerChain(
  sql: Sql,
  { genesisHash, clusterLabel }: { readonly genesisHash: string; readonly clusterLabel: string },
): Promise<void> {
  await sql`
    INSERT INTO lend.chain (genesis_hash, cluster_label) VALUES (${genesisHash}, ${clusterLabel})
    ON CONFLICT (singleton) DO NOTHING`;
  const [row] = await sql<{ genesis_hash: string; cluster_label: string }[]>`
    SELECT genesis_hash, cluster_label FROM lend.chain`;
  if (row?.genesis_hash === genesisHash) return;
  throw new SchemaError(
    'CHAIN_MISMATCH',
    `this database holds the chain ${row?.cluster_label} (genesis ${row?.genesis_hash}), not ${clusterLabel} (genesis ${genesisHash})`,
    { context: { expected: row?.genesis_hash ?? '', actual: genesisHash } },
  );
}

/** What the poll has to know of a reserve before it reads the account. */
export interface ReserveToPoll {
  readonly address: string;
  readonly lendingMarket: string;
  readonly configSha256: Uint8Array;
  readonly missingSinceSlot: bigint | null;
  /** Accounts that are to be read in the same call. */
  readonly companions: readonly string[];
}

/** All reserves ever seen, missing ones too (they may come back), in byte order of their addresses. */
export async function listReservesToPoll(
  db: Drizzle,
  { protocol }: { readonly protocol: string },
): Promise<ReserveToPoll[]> {
  return await db
    .select({
      address: reserves.address,
      lendingMarket: reserves.lendingMarket,
      configSha256: reserves.configSha256,
      missingSinceSlot: reserves.missingSinceSlot,
      companions: reserves.companions,
    })
    .from(reserves)
    .where(eq(reserves.protocol, protocol))
    .orderBy(fragment`${reserves.address} COLLATE "C"`);
}

/** The configurations of those of the given markets that are stored. */
export async function listMarketConfigs(
  sql: Queryable,
  addresses: readonly string[],
): Promise<{ readonly address: string; readonly config: JsonObject }[]> {
  const rows = await sql<{ address: string; config: JsonObject }[]>`
    SELECT address, config FROM lend.lending_markets WHERE address = ANY(${[...addresses]}::text[])`;
  return rows.map((row) => ({ ...row }));
}

/** Two banks that batches were read from, the earlier first. */
export interface SlotClockPair {
  readonly fromSlot: bigint;
  readonly fromAt: Date;
  readonly toSlot: bigint;
  readonly toAt: Date;
}

export interface SlotClockPairQuery {
  readonly protocol: string;
  readonly spanMs: number;
}

/**
 * The newest bank that was read and the oldest one that is at most `spanMs` older, by the chain's own clock: what a slot
 * duration can be measured from. A batch that failed for want of a slot duration counts too, or a provider without
 * performance samples could never fill an empty database. Null while there are not two of them.
 */
export async function getSlotClockPair(sql: Queryable, query: SlotClockPairQuery): Promise<SlotClockPair | null> {
  const [row] = await selectSlotClockPair(sql, query);
  return row === undefined ? null : { ...row };
}

/** The statement, which is sent when it is awaited: a test reads its plan. */
export function selectSlotClockPair(sql: Queryable, { protocol, spanMs }: SlotClockPairQuery) {
  const banks = {
    batches: sql`
      FROM lend.poll_batches AS b
      WHERE b.protocol = ${protocol} AND b.slot IS NOT NULL AND b.observed_at IS NOT NULL`,
    attempts: sql`
      FROM lend.failed_attempts AS b
      WHERE b.protocol = ${protocol} AND b.slot IS NOT NULL AND b.observed_at IS NOT NULL
        AND b.error_code = 'SLOT_DURATION_UNAVAILABLE'`,
  };
  // From either end of each table: put together first, the banks would be sorted, and they are every batch that is kept.
  return sql<SlotClockPair[]>`
    WITH newest AS (
      SELECT slot, observed_at FROM (
        (SELECT b.slot, b.observed_at ${banks.batches} ORDER BY b.observed_at DESC LIMIT 1)
        UNION ALL (SELECT b.slot, b.observed_at ${banks.attempts} ORDER BY b.observed_at DESC LIMIT 1)
      ) AS last ORDER BY observed_at DESC LIMIT 1
    )
    SELECT oldest.slot AS "fromSlot", oldest.observed_at AS "fromAt", newest.slot AS "toSlot", newest.observed_at AS "toAt"
    FROM newest, LATERAL (
      SELECT slot, observed_at FROM (
        (SELECT b.slot, b.observed_at ${banks.batches}
           AND b.observed_at >= newest.observed_at - ${spanMs} * interval '1 millisecond'
         ORDER BY b.observed_at LIMIT 1)
        UNION ALL (SELECT b.slot, b.observed_at ${banks.attempts}
           AND b.observed_at >= newest.observed_at - ${spanMs} * interval '1 millisecond'
         ORDER BY b.observed_at LIMIT 1)
      ) AS first ORDER BY observed_at LIMIT 1
    ) AS oldest
    WHERE oldest.slot < newest.slot`;
}

/** What the clock of the database says now. Times that it wrote are compared with it, and not with a machine's own clock. */
export async function getDatabaseTime(sql: Queryable): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (row === undefined) throw new Error('the database does not tell the time');
  return row.now;
}

/**
 * Slot and time of the latest row with the latest time, of all protocols; rows further ahead of the database's clock than `toleranceMs` are
 * left out, as no bank can be compared with them. Null where nothing is stored.
 */
export async function getNewestBank(
  sql: Queryable,
  { toleranceMs }: { readonly toleranceMs: number },
): Promise<{ readonly slot: bigint; readonly observedAt: Date } | null> {
  const [row] = await sql<{ slot: bigint; observedAt: Date }[]>`
    SELECT slot, observed_at AS "observedAt" FROM lend.reserve_latest
    WHERE observed_at <= clock_timestamp() + ${toleranceMs} * interval '1 millisecond'
    ORDER BY observed_at DESC, slot LIMIT 1`;
  return row === undefined ? null : { ...row };
}

/** How fresh the latest rows are. */
export interface Freshness {
  readonly reserves: number;
  /** Newest slot of all reserves, and that bank's clock. */
  readonly newestSlot: bigint;
  readonly newestObservedAt: Date;
  /** When the newest row was written, by the database's clock. */
  readonly newestRecordedAt: Date;
  /** Chain time of the reserve that was seen longest ago, those that are missing left out; null when all are missing. */
  readonly oldestObservedAt: Date | null;
}

/** Null when nothing was polled yet. */
export async function getFreshness(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<Freshness | null> {
  const [row] = await sql<(Freshness & { newestSlot: bigint | null })[]>`
    SELECT count(*)::int AS reserves, max(l.slot) AS "newestSlot", max(l.observed_at) AS "newestObservedAt",
      max(l.recorded_at) AS "newestRecordedAt",
      min(l.observed_at) FILTER (WHERE r.missing_since_slot IS NULL) AS "oldestObservedAt"
    FROM lend.reserve_latest AS l JOIN lend.reserves AS r ON r.address = l.reserve
    WHERE r.protocol = ${protocol}`;
  return row === undefined || row.reserves === 0 ? null : { ...row };
}

/** When the newest attempt at a batch of a poll began, whatever became of it and whoever made it; null where there is none. */
export async function getNewestPollAt(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<Date | null> {
  const [row] = await sql<{ startedAt: Date }[]>`
    SELECT "startedAt" FROM (
      (SELECT started_at AS "startedAt" FROM lend.poll_batches
       WHERE protocol = ${protocol} AND kind = 'poll' ORDER BY started_at DESC LIMIT 1)
      UNION ALL
      (SELECT started_at FROM lend.failed_attempts
       WHERE protocol = ${protocol} AND kind = 'poll' ORDER BY started_at DESC LIMIT 1)
    ) AS newest ORDER BY 1 DESC LIMIT 1`;
  return row?.startedAt ?? null;
}
