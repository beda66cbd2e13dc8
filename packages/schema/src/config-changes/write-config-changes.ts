import type { Queryable } from '../create-database.ts';
import { toJson } from '../rows/encode-record.ts';
import type {
  ConfigAccountKind,
  JsonObject,
  JsonScalar,
  JsonValue,
  LendingMarketInput,
  ReserveInput,
} from '../tables/index.ts';
import { parameterName, parameterValue } from './published-change.ts';

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

/** One entry per parameter that differs, under its published name. */
export function listConfigDifferences({ before, after, ...account }: ReplacedConfig): AccountConfigChange[] {
  return diffConfig(before, after).map(({ field: path, oldValue, newValue }) => {
    const field = parameterName(account, path);
    const valueOf = (value: JsonScalar) => parameterValue(account, field, value);
    return { ...account, field, oldValue: valueOf(oldValue), newValue: valueOf(newValue) };
  });
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

/** A configuration as paths (`fees.originationFee`, `borrowRateCurve.3.borrowRateBps`) and their values. */
export type ConfigFields = ReadonlyMap<string, JsonScalar>;

/** One parameter that differs between two configurations: its path, or its published name. Integers wider than a double are decimal strings. */
export interface ConfigChange {
  readonly field: string;
  readonly oldValue: JsonScalar;
  readonly newValue: JsonScalar;
}

/** Every leaf of a stored configuration with its path, in the order of the object. Places of a list count from 0. */
export function flattenConfig(config: JsonValue): ConfigFields {
  const fields = new Map<string, JsonScalar>();
  collect(config, '', fields);
  return fields;
}

/**
 * Parameters whose value changed, in the order of the newer configuration. A field that only one side has is left out:
 * accounts have a fixed layout, so it tells that another release decoded them and not that anybody set it.
 */
export function diffConfig(before: JsonValue, after: JsonValue): ConfigChange[] {
  const oldFields = flattenConfig(before);
  const changes: ConfigChange[] = [];
  for (const [field, newValue] of flattenConfig(after)) {
    const oldValue = oldFields.get(field);
    if (oldValue !== undefined && oldValue !== newValue) changes.push({ field, oldValue, newValue });
  }
  return changes;
}

function collect(value: JsonValue, path: string, fields: Map<string, JsonScalar>): void {
  if (typeof value !== 'object' || value === null) {
    fields.set(path, value);
    return;
  }
  for (const [key, item] of Object.entries<JsonValue>(value))
    collect(item, path === '' ? key : `${path}.${key}`, fields);
}

/** What can change about a reserve: its configuration, and under `identity` what the account says beside it. */
export type ReserveParameters = Pick<
  ReserveInput,
  | 'lendingMarket'
  | 'tokenMint'
  | 'tokenSymbol'
  | 'tokenDecimals'
  | 'tokenProgram'
  | 'collateralMint'
  | 'collateralSupplyVault'
  | 'supplyVault'
  | 'feeVault'
  | 'config'
>;

/** The same of a lending market. Its display name is a label of ours where the chain has none, and no parameter. */
export type LendingMarketParameters = Pick<LendingMarketInput, 'name' | 'quoteCurrency' | 'config'>;

/** One object of everything that the log of changes compares, in the form in which it is stored. */
export function reserveParameters(row: ReserveParameters): JsonObject {
  const { lendingMarket, tokenMint, tokenSymbol, tokenDecimals, tokenProgram, config } = row;
  const { collateralMint, collateralSupplyVault, supplyVault, feeVault } = row;
  const token = { lendingMarket, tokenMint, tokenSymbol, tokenDecimals, tokenProgram };
  return asStored({
    identity: { ...token, collateralMint, collateralSupplyVault, supplyVault, feeVault },
    ...config,
  });
}

/** As `reserveParameters`. */
export function lendingMarketParameters({ name, quoteCurrency, config }: LendingMarketParameters): JsonObject {
  return asStored({ identity: { name, quoteCurrency }, ...config });
}

/** What the database cannot hold is replaced when it is written: compared as written, it is no change. */
function asStored(parameters: JsonObject): JsonObject {
  return JSON.parse(toJson(parameters));
}
