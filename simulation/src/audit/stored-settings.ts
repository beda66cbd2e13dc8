import type { Sql } from 'postgres';
import type { StoredRow } from './stored-facts.ts';

/** A parameter that changed between two observations. */
export interface StoredChange {
  readonly account: string;
  readonly kind: 'reserve' | 'lending_market';
  /** A path into the configuration. */
  readonly field: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
  readonly previousSlot: number;
  readonly slot: number;
}

/** What is stored of accounts beside their states. */
export interface StoredSettings {
  readonly markets: readonly StoredRow[];
  readonly reserves: readonly StoredRow[];
  readonly changes: readonly StoredChange[];
}

/** Reads it all in one transaction. */
export async function readStoredSettings(admin: Sql): Promise<StoredSettings> {
  return admin.begin('isolation level repeatable read read only', async (tx) => ({
    markets: await tx`
      SELECT *, encode(account_sha256, 'hex') AS account_sha256 FROM lend.lending_markets ORDER BY address`,
    reserves: await tx`SELECT * FROM lend.reserves ORDER BY address`,
    changes: await tx<StoredChange[]>`
      SELECT account, account_kind AS kind, field, old_value AS "oldValue", new_value AS "newValue",
        previous_slot::float8 AS "previousSlot", slot::float8 AS slot
      FROM lend.config_changes ORDER BY account, slot, field`,
  }));
}
