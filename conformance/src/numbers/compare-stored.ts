import {
  borrowFactor,
  collateralExchangeRateSf,
  deriveHeadroom,
  flashLoanFeeSfOf,
  headroomStateOf,
  withdrawalCapUsedRaw,
} from '../../../packages/protocols/src/kamino/index.ts';
import { type Exact, exact, exactDouble, exactSf } from '../exact.ts';
import { type Comparison, DIGIT, FRACTION_DIGIT, H, S, sdkHoldsSupply, supplyTolerance } from './comparison.ts';
import type { RowName } from './rows.ts';

/** What a reserve holds and is set to, no slot elapsed: everything but its rates. */
export function compareStored(comparison: Comparison): void {
  compareBalances(comparison);
  compareAmounts(comparison);
  compareValues(comparison);
  compareCollateral(comparison);
  compareFees(comparison);
  compareSettings(comparison);
}

function compareBalances({ ledger, where, state, ours: { accrued }, sdk }: Comparison): void {
  const fraction = (row: RowName, ours: bigint, theirs: Exact): void =>
    ledger.compare(row, exactSf(ours), theirs, exactSf(ours).times(FRACTION_DIGIT), where);
  ledger.compare('available', exact(accrued.availableRaw), sdk.available, 0, where);
  fraction('borrowed', accrued.borrowedSf, sdk.borrowed);
  fraction('fees', accrued.accumulatedProtocolFeesSf, sdk.protocolFees);
  fraction('fees', accrued.accumulatedReferrerFeesSf, sdk.referrerFees);
  fraction('fees', accrued.pendingReferrerFeesSf, sdk.pendingReferrerFees);
  fraction('cumulative', accrued.cumulativeBorrowRateBsf, sdk.cumulativeBorrowRate);
  ledger.compare('totalSupply', exactSf(accrued.totalSupplySf), sdk.totalSupply, supplyTolerance(state.held), where);
}

function compareAmounts({ ledger, where, state, ours, sdk }: Comparison): void {
  const { unit, held } = state;
  const token = (amount: number, theirs: Exact, inputTolerance: Exact): void => {
    const predicted = exact(theirs).div(unit);
    const tolerance = predicted.times(H).plus(inputTolerance.div(unit));
    ledger.compare('amounts', exactDouble(amount), predicted, tolerance, where);
  };
  token(ours.availableAmountF, sdk.available, exact(0n));
  token(ours.borrowedAmountF, sdk.borrowed, exact(sdk.borrowed).times(FRACTION_DIGIT));
  token(ours.suppliedAmountF, sdk.totalSupply, supplyTolerance(held));
}

function compareValues({ ledger, where, reserve, state, ours, sdk }: Comparison): void {
  const values = [ours.priceUsdF, ours.availableAmountUsdF, ours.suppliedAmountUsdF, ours.borrowedAmountUsdF];
  const isPriced = reserve.liquidity.marketPriceSf !== 0n;
  if (!isPriced || ours.priceUsdF === null) {
    const allNull = values.every((value) => value === null);
    const sdkGivesNumbers = sdk.depositTvlUsd.isFinite() && sdk.borrowTvlUsd.isFinite();
    ledger.expect('unpriced', !isPriced && allNull && sdkGivesNumbers, where, () => `values ${values.join()}`);
    return;
  }
  const { price, unit, held } = state;
  ledger.compare('price', exactDouble(ours.priceUsdF), sdk.savedPrice, price.times(H + FRACTION_DIGIT), where);
  const value = (worth: number | null, theirs: Exact, inputTolerance: Exact): void => {
    const tolerance = exact(theirs)
      .times(H + 3 * DIGIT)
      .plus(inputTolerance.times(price).div(unit));
    ledger.compare('usd', exactDouble(worth ?? Number.NaN), theirs, tolerance, where);
  };
  value(ours.suppliedAmountUsdF, sdk.depositTvlUsd, supplyTolerance(held));
  value(ours.borrowedAmountUsdF, sdk.borrowTvlUsd, exact(0n));
}

function compareCollateral(comparison: Comparison): void {
  const { ledger, where, reserve, state, ours, sdk } = comparison;
  const { supply, held } = state;
  if (!sdkHoldsSupply(supply, held)) return;
  const relative = supply.isZero() ? 0 : supplyTolerance(held).div(supply).toNumber();
  const rateSf = collateralExchangeRateSf(reserve.collateral.mintTotalSupplyRaw, ours.accrued.totalSupplySf);
  const tolerance = exactSf(rateSf)
    .times(2 * DIGIT + relative)
    .plus(S);
  ledger.compare('collateralRate', exactSf(rateSf), sdk.collateralRate, tolerance, where);
  compareFreelyAvailable(comparison, relative);
}

function compareFreelyAvailable({ ledger, where, reserve, ours, sdk }: Comparison, relative: number): void {
  const switches = { emergencyMode: false, borrowDisabled: false };
  const state = headroomStateOf(reserve, ours.accrued, switches);
  const { freelyAvailableRaw, queuedRaw } = deriveHeadroom(state);
  const terms = exact(state.availableRaw + queuedRaw);
  const tolerance = terms.times(6 * DIGIT + relative).plus(1);
  ledger.compare('freelyAvailable', exact(freelyAvailableRaw), sdk.freelyAvailable, tolerance, where);
}

function compareFees({ ledger, where, reserve, ours, sdk }: Comparison): void {
  const { fees } = reserve.config;
  const fraction = (sf: bigint, theirs: Exact): void =>
    ledger.compare('loanFees', exactSf(sf), theirs, exactSf(sf).times(FRACTION_DIGIT), where);
  fraction(fees.originationFeeSf, sdk.originationFee);
  const flashLoanFeeSf = flashLoanFeeSfOf(fees);
  if (flashLoanFeeSf !== null) fraction(flashLoanFeeSf, sdk.flashLoanFee);
  else {
    const disabled = fees.flashLoanFeeSf === 2n ** 64n - 1n && sdk.flashLoanFee.isZero();
    ledger.expect('flashLoanDisabled', disabled, where, () => `SDK says ${sdk.flashLoanFee.toString()}`);
  }
  ledger.compare('hostRate', exactSf(ours.hostRateSf), sdk.hostRate, S, where);
}

function compareSettings(comparison: Comparison): void {
  const { ledger, where, reserve, ours, sdk } = comparison;
  const { config } = reserve;
  for (const [name, theirs] of Object.entries(sdk.settings)) {
    const value = Number(Reflect.get(config, name));
    ledger.compare('settings', value, theirs, 3 * H * value, where);
  }
  const factor = sdk.borrowFactor.toNumber();
  const isBelowOne = config.borrowFactorPct < 100n;
  const predicted = isBelowOne ? Number(config.borrowFactorPct) / 100 : borrowFactor(config);
  if (isBelowOne) ledger.explain('borrowFactorBelowOne', borrowFactor(config), factor, predicted, H, where);
  else ledger.compare('settings', predicted, factor, 2 * H * factor, where);
  if (isBelowOne) ledger.expect('borrowFactorBelowOne', borrowFactor(config) === 1, where, () => 'ours is not 1', 0);
  const status = config.status.charAt(0).toUpperCase() + config.status.slice(1);
  ledger.expect('status', status === sdk.status, where, () => `${status} against ${sdk.status}`);
  compareCaps(comparison, ours.unixTimestamp);
  compareSymbol(comparison);
}

function compareCaps({ ledger, where, reserve, sdk }: Comparison, now: bigint): void {
  const caps = [
    [reserve.config.depositWithdrawalCap, sdk.depositCapUsed],
    [reserve.config.debtWithdrawalCap, sdk.debtCapUsed],
  ] as const;
  for (const [cap, theirs] of caps) {
    const isSafe = cap.intervalStartAt < 2n ** 53n && cap.intervalSeconds < 2n ** 53n && cap.intervalSeconds > 0n;
    if (isSafe) ledger.compare('capUsed', exact(withdrawalCapUsedRaw(cap, now)), theirs, 0, where);
  }
}

function compareSymbol({ ledger, where, reserve, sdk }: Comparison): void {
  const bytes = Buffer.from(reserve.config.tokenInfo.nameBytes);
  const text = trimmed(bytes);
  const isPlain = text.every((byte) => byte > 0 && byte < 128);
  if (isPlain) {
    const show = (): string => `${reserve.tokenSymbol} against ${sdk.symbol}`;
    ledger.expect('symbol', reserve.tokenSymbol === sdk.symbol, where, show);
    return;
  }
  const ours = new TextDecoder('utf-8', { ignoreBOM: true }).decode(text).replaceAll('\0', '\u{fffd}');
  const theirs = Buffer.from(bytes.filter((byte) => byte > 0)).toString('latin1');
  const holds = reserve.tokenSymbol === ours && sdk.symbol === theirs;
  ledger.expect(
    'symbolBytes',
    holds,
    where,
    () => `${reserve.tokenSymbol} and ${sdk.symbol} of ${bytes.toString('hex')}`,
  );
}

/** Without the NULs at the end. */
export function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}
