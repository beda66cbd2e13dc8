import type { Queryable, Sql } from '../create-database.ts';

/** What of a reserve never changes on chain. The fee vault is left out: of some programs it is a setting of the market's owner. */
export interface StoredIdentity {
  readonly address: string;
  readonly lendingMarket: string;
  readonly tokenMint: string;
  readonly tokenDecimals: number;
  readonly supplyVault: string;
  readonly collateralMint: string;
  readonly collateralSupplyVault: string;
}

/** Identities of those of the reserves that are stored; `isMissing`: the account was not there when it was looked for last. */
export async function listReserveIdentities(
  sql: Queryable,
  addresses: readonly string[],
): Promise<(StoredIdentity & { readonly isMissing: boolean })[]> {
  const rows = await sql<(StoredIdentity & { isMissing: boolean })[]>`
    SELECT address, lending_market AS "lendingMarket", token_mint AS "tokenMint", token_decimals AS "tokenDecimals",
      supply_vault AS "supplyVault", collateral_mint AS "collateralMint",
      collateral_supply_vault AS "collateralSupplyVault", missing_since_slot IS NOT NULL AS "isMissing"
    FROM lend.reserves WHERE address = ANY(${[...addresses]}::text[])`;
  return rows.map((row) => ({ ...row }));
}

/** Null where no such reserve is stored. */
export async function getProtocolOfReserve(sql: Queryable, address: string): Promise<string | null> {
  const [row] = await sql<{ protocol: string }[]>`SELECT protocol FROM lend.reserves WHERE address = ${address}`;
  return row?.protocol ?? null;
}

/** The newest bytes of an account that were refused because they are of another reserve; null where there are none, or not all were kept. */
export async function getRefusedIdentity(
  sql: Queryable,
  address: string,
): Promise<{ readonly data: Uint8Array; readonly lastSeenAt: Date } | null> {
  const [row] = await sql<{ data: Uint8Array; lastSeenAt: Date }[]>`
    SELECT data, last_seen_at AS "lastSeenAt" FROM lend.quarantine
    WHERE address = ${address} AND reason_code = 'IDENTITY_CHANGED' AND data_length = octet_length(data)
    ORDER BY last_seen_slot DESC, id DESC LIMIT 1`;
  return row === undefined ? null : { ...row };
}

/** Takes an identity for the one of its reserve. The next poll stores all else that the account says. False: there is no such reserve. */
export async function acceptReserveIdentity(sql: Sql, identity: StoredIdentity): Promise<boolean> {
  const rows = await sql`
    UPDATE lend.reserves SET lending_market = ${identity.lendingMarket}, token_mint = ${identity.tokenMint},
      token_decimals = ${identity.tokenDecimals}, supply_vault = ${identity.supplyVault},
      collateral_mint = ${identity.collateralMint}, collateral_supply_vault = ${identity.collateralSupplyVault}
    WHERE address = ${identity.address} RETURNING address`;
  return rows.length === 1;
}
