import type { ReserveParameters } from '../config-changes/write-config-changes.ts';
import type { Queryable } from '../create-database.ts';
import { asText, firstSnapshots } from '../history/snapshot-places.ts';
import type { PreviousSnapshot } from './poll-batch.ts';

/** What the database knows of a reserve, read under its lock. */
export interface LockedReserve {
  readonly address: string;
  readonly configSha256: Uint8Array;
  readonly missingSinceSlot: bigint | null;
  /** Newest slot at which it was seen. */
  readonly seenSlot: bigint;
  /** Oldest slot at which it was seen. */
  readonly firstSeenSlot: bigint;
  /** Slot of the latest row; null when there is none. */
  readonly latestSlot: bigint | null;
  readonly lastSnapshot: PreviousSnapshot | null;
}

interface IdentityRow {
  address: string;
  config_sha256: Uint8Array;
  missing_since_slot: bigint | null;
  first_seen_slot: bigint;
  last_seen_slot: bigint;
}

interface LatestRow {
  reserve: string;
  slot: bigint;
  snapshot_observed_at: Date | null;
  snapshot_account_sha256: Uint8Array | null;
}

/**
 * Locks the identity rows in the order of their addresses and reads what the write has to know. The identity row stands for
 * everything that is stored of a reserve: it exists before the first latest row does, and every writer takes the locks in
 * the same order, so writers of overlapping sets wait for one another and never in a circle.
 */
export async function lockReserves(tx: Queryable, addresses: readonly string[]): Promise<Map<string, LockedReserve>> {
  const list = [...addresses];
  // Sent together; the second is a statement of its own because it must see what was committed while the first waited.
  const identities = tx<IdentityRow[]>`
    SELECT address, config_sha256, missing_since_slot, first_seen_slot, last_seen_slot
    FROM lend.reserves WHERE address = ANY(${list}::text[])
    ORDER BY address FOR NO KEY UPDATE`.execute();
  const latest = tx<LatestRow[]>`
    SELECT reserve, slot, snapshot_observed_at, snapshot_account_sha256
    FROM lend.reserve_latest WHERE reserve = ANY(${list}::text[])`.execute();
  const [identityRows, latestRows] = await Promise.all([identities, latest]);
  const latestByReserve = new Map(latestRows.map((row) => [row.reserve, row]));
  return new Map(identityRows.map((row) => [row.address, toLockedReserve(row, latestByReserve.get(row.address))]));
}

function toLockedReserve(identity: IdentityRow, latest: LatestRow | undefined): LockedReserve {
  const observedAt = latest?.snapshot_observed_at ?? null;
  const accountSha256 = latest?.snapshot_account_sha256 ?? null;
  return {
    address: identity.address,
    configSha256: identity.config_sha256,
    missingSinceSlot: identity.missing_since_slot,
    seenSlot: latest !== undefined && latest.slot > identity.last_seen_slot ? latest.slot : identity.last_seen_slot,
    firstSeenSlot: identity.first_seen_slot,
    latestSlot: latest?.slot ?? null,
    lastSnapshot: observedAt === null || accountSha256 === null ? null : { observedAt, accountSha256 },
  };
}

const BEFORE_BANK = firstSnapshots(asText, {
  columns: 'h.reserve, h.observed_at, h.slot, h.account_sha256',
  reserve: 'wanted.reserve',
  where: 'h.observed_at <= bank.at AND (h.observed_at, h.slot) <= (bank.at, bank.slot)',
  order: 'h.observed_at DESC, h.slot DESC',
  limit: '1',
});

/** The newest snapshot of each reserve that is not newer than the given bank. */
export async function listSnapshotsBefore(
  tx: Queryable,
  addresses: readonly string[],
  bank: { readonly slot: bigint; readonly observedAt: Date },
): Promise<Map<string, PreviousSnapshot>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx<{ reserve: string; observed_at: Date; account_sha256: Uint8Array }[]>`
    SELECT s.reserve, s.observed_at, s.account_sha256
    FROM unnest(${[...addresses]}::text[]) AS wanted(reserve)
    CROSS JOIN (SELECT ${bank.observedAt}::timestamptz AS at, ${bank.slot}::bigint AS slot) AS bank
    CROSS JOIN LATERAL (
      SELECT * FROM (${tx.unsafe(BEFORE_BANK)}) AS e
      ORDER BY e.observed_at DESC, e.slot DESC
      LIMIT 1
    ) AS s`;
  return new Map(rows.map((row) => [row.reserve, { observedAt: row.observed_at, accountSha256: row.account_sha256 }]));
}

/** Identity and configuration that are stored of a reserve, and until when they are known to hold. */
export interface LastKnownReserve extends ReserveParameters {
  readonly address: string;
  readonly configSha256: Uint8Array;
  /** Newest bank in which the reserve was seen. Every bank up to it had this configuration, or a newer one was stored. */
  readonly seenSlot: bigint;
  readonly seenAt: Date;
}

/** Locks the rows in the order of their addresses, as every writer does, and reads them. */
export async function lockLastKnownReserves(
  tx: Queryable,
  addresses: readonly string[],
): Promise<Map<string, LastKnownReserve>> {
  const list = [...addresses];
  // Sent together; the second is a statement of its own because it must see what was committed while the first waited.
  const identities = tx<LastKnownReserve[]>`
    SELECT address, lending_market AS "lendingMarket", token_mint AS "tokenMint", 
      -- What discovery has found elsewhere is no parameter of the account.
      CASE WHEN token_symbol_origin IN ('other_protocol', 'metadata') THEN '' ELSE token_symbol END AS "tokenSymbol",
      token_decimals AS "tokenDecimals", token_program AS "tokenProgram", collateral_mint AS "collateralMint",
      collateral_supply_vault AS "collateralSupplyVault", supply_vault AS "supplyVault", fee_vault AS "feeVault", config,
      config_sha256 AS "configSha256", last_seen_slot AS "seenSlot", last_seen_at AS "seenAt"
    FROM lend.reserves WHERE address = ANY(${list}::text[])
    ORDER BY address FOR NO KEY UPDATE`.execute();
  const latest = tx<{ reserve: string; slot: bigint; observedAt: Date }[]>`
    SELECT reserve, slot, observed_at AS "observedAt"
    FROM lend.reserve_latest WHERE reserve = ANY(${list}::text[])`.execute();
  const [identityRows, latestRows] = await Promise.all([identities, latest]);
  const latestByReserve = new Map(latestRows.map((row) => [row.reserve, row]));
  return new Map(
    identityRows.map((row) => {
      const state = latestByReserve.get(row.address);
      const seen =
        state !== undefined && state.slot > row.seenSlot ? { seenSlot: state.slot, seenAt: state.observedAt } : {};
      return [row.address, { ...row, ...seen }];
    }),
  );
}
