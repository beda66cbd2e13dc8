import { isLendingError } from '../../packages/core/src/index.ts';
import {
  decodeLendingMarket,
  encodeLendingMarket,
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_ACCOUNT_SIZE,
  type LendingMarket,
} from '../../packages/protocols/src/kamino/index.ts';
import type { AccountCase } from './accounts/cases.ts';
import { attempt } from './attempt.ts';
import { compareFields } from './fields/compare-fields.ts';
import { uncoveredLeaves } from './fields/coverage.ts';
import { MARKET_OURS_ELSEWHERE, MARKET_RULES, MARKET_SDK_UNREAD } from './fields/market-rules.ts';
import { trimmed } from './numbers/compare-stored.ts';
import type { Ledger } from './report/ledger.ts';
import { decodeMarketWithSdk, marketNameWithSdk, type SdkMarket } from './sdk.ts';

const ADDRESS = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';

/** Compares one lending market account: every field, and the texts read from its bytes. */
export function compareMarket(ledger: Ledger, { name, data }: AccountCase): void {
  const ours = attempt(() => decodeLendingMarket({ address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data }));
  const sdk = attempt(() => decodeMarketWithSdk(data));
  if ('thrown' in ours) {
    explainRefusal(ledger, name, data, ours.thrown, sdk);
    return;
  }
  if ('thrown' in sdk) {
    ledger.expect('marketFields', false, name, () => `only the SDK refuses: ${String(sdk.thrown)}`);
    return;
  }
  compareDecoded(ledger, name, ours.value, sdk.value, data);
  compareText(ledger, name, ours.value.name, sdk.value.name);
  compareText(ledger, name, ours.value.quoteCurrency, sdk.value.quoteCurrency);
}

function compareDecoded(ledger: Ledger, name: string, ours: LendingMarket, sdk: SdkMarket, data: Uint8Array): void {
  const map = { rules: MARKET_RULES, oursElsewhere: MARKET_OURS_ELSEWHERE, sdkUnread: MARKET_SDK_UNREAD };
  const uncovered = uncoveredLeaves(ours, sdk, map);
  ledger.expect('marketFields', uncovered.length === 0, name, () => uncovered.join('; '), 0);
  const { values, differences } = compareFields(ours, sdk, MARKET_RULES);
  const show = (): string => differences.map((d) => `${d.field}: ours ${d.ours}, SDK ${d.sdk}`).join('; ');
  ledger.expect('marketFields', differences.length === 0, name, show, values);
  const again = compareFields(ours, decodeMarketWithSdk(encodeLendingMarket(ours)), MARKET_RULES);
  const holds = again.differences.length === 0 && Buffer.from(encodeLendingMarket(ours, data)).equals(data);
  ledger.expect('encodedBytes', holds, name, () => again.differences.map((d) => d.field).join() || 'bytes differ');
}

/** Both read UTF-8 without the NULs at the end; ours keeps a byte order mark and shows a NUL inside as U+FFFD. */
function compareText(ledger: Ledger, where: string, ours: string, bytes: readonly number[]): void {
  const theirs = marketNameWithSdk(bytes);
  const text = trimmed(Buffer.from(bytes));
  const hasMark = text.subarray(0, 3).equals(Buffer.from('\u{feff}'));
  const show = (): string => `${JSON.stringify(ours)} against ${JSON.stringify(theirs)}`;
  if (!hasMark && !text.includes(0)) {
    ledger.expect('symbol', ours === theirs, where, show);
    return;
  }
  const predicted = (hasMark ? '\u{feff}' : '') + theirs.replaceAll('\0', '\u{fffd}');
  ledger.expect('nameBytes', ours === predicted, where, show);
}

type SdkDecode = { readonly value: SdkMarket } | { readonly thrown: unknown };

function explainRefusal(ledger: Ledger, where: string, data: Uint8Array, error: unknown, sdk: SdkDecode): void {
  const code = isLendingError(error) ? error.code : undefined;
  const show = (): string => String(error);
  if (code === 'WRONG_SIZE') ledger.expect('wrongSize', data.length !== LENDING_MARKET_ACCOUNT_SIZE, where, show);
  else if (code === 'WRONG_DISCRIMINATOR') ledger.expect('wrongDiscriminator', 'thrown' in sdk, where, show);
  else if (code === 'INVALID_REFERRAL_FEE') {
    ledger.expect('referralFeeOver', 'value' in sdk && sdk.value.referralFeeBps > 10_000, where, show);
  } else {
    const isVersion = code === 'UNSUPPORTED_VERSION' && 'value' in sdk && sdk.value.version.toString() !== '1';
    ledger.expect('versionUnknown', isVersion, where, show);
  }
}
