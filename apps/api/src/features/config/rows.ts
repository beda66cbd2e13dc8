import type { ConfigChange, ReserveConfig } from '@tidemark/contract';
import type { ConfigChangeEntry, ReserveConfigRow } from '@tidemark/schema';
import { unixSecondsOf } from '../latest/rows.ts';

/** The full configuration of a reserve and of its market. */
export function toReserveConfig(row: ReserveConfigRow): ReserveConfig {
  return {
    timestamp: unixSecondsOf(row.seenAt),
    lending_market: row.lendingMarket,
    lending_market_name: row.lendingMarketName,
    reserve: row.reserve,
    token_address: row.tokenMint,
    token_symbol: row.tokenSymbol,
    token_decimals: row.tokenDecimals,
    since_slot: Number(row.configSlot),
    since_timestamp: unixSecondsOf(row.configObservedAt),
    config: { ...row.config },
    lending_market_slot: row.marketSlot === null ? null : Number(row.marketSlot),
    lending_market_timestamp: row.marketObservedAt === null ? null : unixSecondsOf(row.marketObservedAt),
    lending_market_config: row.marketConfig === null ? null : { ...row.marketConfig },
  };
}

/** One line of the log. */
export function toConfigChangeRow(entry: ConfigChangeEntry): ConfigChange {
  return {
    timestamp: unixSecondsOf(entry.observedAt),
    slot: Number(entry.slot),
    account_kind_str: entry.accountKind,
    lending_market: entry.lendingMarket,
    lending_market_name: entry.lendingMarketName,
    reserve: entry.accountKind === 'reserve' ? entry.account : null,
    token_symbol: entry.tokenSymbol,
    field: entry.field,
    old_value: entry.oldValue,
    new_value: entry.newValue,
    previous_slot: Number(entry.previousSlot),
    previous_timestamp: unixSecondsOf(entry.previousObservedAt),
  };
}
