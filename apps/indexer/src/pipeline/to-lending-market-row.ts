import { type AccountBytes } from '@tidemark/core';
import { displayLendingMarketName, type LendingMarket } from '@tidemark/protocols/kamino';
import type { LendingMarketInput } from '@tidemark/schema';
import type { Bank } from './fetch-batch.ts';
import { toJsonObject } from './json-object.ts';
import { PROTOCOL } from './protocol.ts';
import { sha256 } from './quarantine-entry.ts';

/** A lending market as seen at one bank. `displayName` may be a label of ours where the chain has no name. */
export function toLendingMarketRow(account: AccountBytes, market: LendingMarket, bank: Bank): LendingMarketInput {
  const { address, name, quoteCurrency, ...config } = market;
  return {
    address,
    protocol: PROTOCOL,
    name,
    displayName: displayLendingMarketName(address, name),
    owner: market.owner,
    quoteCurrency,
    referralFeeBps: market.referralFeeBps,
    emergencyMode: market.emergencyMode,
    borrowDisabled: market.borrowDisabled,
    rewardsMaxAprBps: market.reserveRewardsMaxAprBps,
    config: toJsonObject(config),
    accountSha256: sha256(account.data),
    slot: bank.slot,
    observedAt: new Date(Number(bank.unixTimestamp) * 1000),
  };
}
