import type { ReserveParameters } from '../config-changes/account-parameters.ts';
import type { Queryable } from '../create-database.ts';

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
    SELECT address, lending_market AS "lendingMarket", token_mint AS "tokenMint", token_symbol AS "tokenSymbol",
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
