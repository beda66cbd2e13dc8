import { ZERO_ADDRESS } from '@tidemark/core';
import { emptyLendingMarket, encodeFixedText, type ElevationGroup, type LendingMarketFields } from '../index.ts';
import type { KnownMarket } from '../../protocol.ts';
import { derivePseudoAddress } from '../../localnet/pseudo-address.ts';

const ELEVATION_GROUP_PLACES = 32;

/** What differs between the scenario's markets. */
interface MarketTerms {
  readonly referralFeeBps: number;
  readonly reserveRewardsMaxAprBps: number;
}

const TERMS: Readonly<Record<string, MarketTerms>> = {
  'JLP Market': { referralFeeBps: 2_000, reserveRewardsMaxAprBps: 0 },
  'Jito Market': { referralFeeBps: 2_000, reserveRewardsMaxAprBps: 0 },
  'Ethena Market': { referralFeeBps: 0, reserveRewardsMaxAprBps: 500 },
};

/** Elevation groups of mainnet's main market: id, loan-to-value, liquidation threshold, bonus, symbol of the debt. */
const MAIN_GROUPS: readonly (readonly [number, number, number, number, string])[] = [
  [1, 85, 92, 500, 'USDC'],
  [2, 80, 90, 500, 'SOL'],
  [3, 85, 92, 500, 'USDC'],
  [4, 65, 75, 1_000, 'SOL'],
];

/** A market of the scenario; unlike early mainnet markets it carries its name on chain. */
export function buildLendingMarket(known: KnownMarket): LendingMarketFields {
  const terms = TERMS[known.name] ?? { referralFeeBps: 0, reserveRewardsMaxAprBps: 0 };
  const owner = derivePseudoAddress(`owner of ${known.address}`);
  return {
    ...emptyLendingMarket(),
    bumpSeed: 255n,
    owner,
    ownerCached: owner,
    referralFeeBps: terms.referralFeeBps,
    liquidationMaxDebtCloseFactorPct: 20,
    insolvencyRiskUnhealthyLtvPct: 95,
    minFullLiquidationValueThreshold: 2n,
    maxLiquidatableDebtMarketValueAtOnce: 500_000n,
    globalAllowedBorrowValue: 45_000_000n,
    elevationGroups: buildElevationGroups(known),
    minValueSkipLiquidationLtvChecks: 100n,
    nameBytes: encodeFixedText(known.name),
    minInitialDepositAmountRaw: 100_000n,
    reserveRewardsMaxAprBps: terms.reserveRewardsMaxAprBps,
  };
}

function buildElevationGroups(known: KnownMarket): ElevationGroup[] {
  const groups = known.name === 'Main Market' ? MAIN_GROUPS : [];
  return Array.from({ length: ELEVATION_GROUP_PLACES }, (_, place): ElevationGroup => {
    const [id, loanToValuePct, liquidationThresholdPct, maxLiquidationBonusBps, debtSymbol] = groups[place] ?? [
      0,
      0,
      0,
      0,
      '',
    ];
    return {
      id,
      maxLiquidationBonusBps,
      loanToValuePct,
      liquidationThresholdPct,
      allowNewLoans: id !== 0,
      maxReservesAsCollateral: id === 0 ? 0 : 1,
      debtReserve: known.reserves.find((reserve) => reserve.symbol === debtSymbol)?.address ?? ZERO_ADDRESS,
    };
  });
}
