import type { Sql } from 'postgres';
import { readAsUser } from './read-as-user.ts';
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

/** Reads it all as of one moment. */
export function readStoredSettings(admin: Sql): Promise<StoredSettings> {
  return readAsUser(admin, async (tx) => ({
    markets: await tx`SELECT * FROM lend_v1.lending_markets ORDER BY lending_market`,
    reserves: await tx`SELECT * FROM lend_v1.reserves ORDER BY reserve`,
    changes: await tx<StoredChange[]>`
      SELECT coalesce(reserve, lending_market) AS account, account_kind_str AS kind, field, old_value AS "oldValue",
        new_value AS "newValue", previous_slot::float8 AS "previousSlot", slot::float8 AS slot
      FROM lend_v1.config_changes ORDER BY account, slot, field`,
  }));
}
