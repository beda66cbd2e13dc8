import type { Queryable } from '../create-database.ts';
import { toJson } from '../rows/encode-record.ts';
import type { ConfigAccountKind, JsonObject } from '../tables/index.ts';
import { type ConfigChange, diffConfig } from './diff-config.ts';

/** One parameter of an account that was found changed. */
export interface AccountConfigChange extends ConfigChange {
  /** Address of the reserve or of the lending market. */
  readonly account: string;
  readonly accountKind: ConfigAccountKind;
  /** The market itself, or the one that the reserve belongs to now. */
  readonly lendingMarket: string;
  readonly protocol: string;
  /** First bank in which the new value was seen. */
  readonly slot: bigint;
  readonly observedAt: Date;
  /** Last bank before it in which the old value was known to hold. */
  readonly previousSlot: bigint;
  readonly previousObservedAt: Date;
}

/** An account whose stored configuration is about to be replaced. */
export interface ReplacedConfig extends Omit<AccountConfigChange, keyof ConfigChange> {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** One entry per parameter that differs. */
export function listConfigDifferences({ before, after, ...account }: ReplacedConfig): AccountConfigChange[] {
  return diffConfig(before, after).map((change) => ({ ...account, ...change }));
}

/** Adds to the log. Belongs into the transaction that replaces the configurations, under the locks of their rows. */
export async function writeConfigChanges(
  tx: Queryable,
  changes: readonly AccountConfigChange[],
  pollBatchId: string | null,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    account: change.account,
    account_kind: change.accountKind,
    protocol: change.protocol,
    lending_market: change.lendingMarket,
    field: change.field,
    old_value: change.oldValue,
    new_value: change.newValue,
    slot: change.slot,
    observed_at: change.observedAt,
    previous_slot: change.previousSlot,
    previous_observed_at: change.previousObservedAt,
  }));
  await tx`
    INSERT INTO lend.config_changes
      (account, account_kind, protocol, lending_market, field, old_value, new_value, slot, observed_at, previous_slot,
       previous_observed_at, poll_batch_id)
    -- A null of the configuration comes out of the record set as one of SQL.
    SELECT c.account, c.account_kind, c.protocol, c.lending_market, c.field, coalesce(c.old_value, 'null'),
      coalesce(c.new_value, 'null'), c.slot, c.observed_at, c.previous_slot, c.previous_observed_at, ${pollBatchId}::text
    FROM json_to_recordset(${toJson(rows)}::text::json)
      AS c(account text, account_kind text, protocol text, lending_market text, field text, old_value jsonb,
           new_value jsonb, slot bigint, observed_at timestamptz, previous_slot bigint, previous_observed_at timestamptz)
    ON CONFLICT (account, slot, field) DO NOTHING`;
}
