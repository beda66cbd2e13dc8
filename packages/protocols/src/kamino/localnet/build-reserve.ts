import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import { emptyReserve, FRACTION_BITS, PRICE_STATUS_ALL, type ReserveFields, type ReserveLiquidity } from '../index.ts';
import type { KnownReserve } from '../../protocol.ts';
import { createPrng, hashNumber, hashText } from '../../localnet/prng.ts';
import { buildReserveConfig } from './build-reserve-config.ts';
import { scaleBy, toRaw, toSf } from './fixed-point.ts';
import { derivePseudoAddress } from '../../localnet/pseudo-address.ts';
import type { ReserveSpec } from './reserve-specs.ts';
import { TOKEN_FACTS } from '../../localnet/tokens.ts';

/** Beyond the maximum age of the scenario's prices. */
const AGED_PRICE_SECONDS = 600;

/** Where a scenario reserve is at the start. */
export interface ReserveStart {
  readonly seed: number;
  readonly index: number;
  readonly lendingMarket: string;
  /** Slot and time of the reserve's last refresh before the start. */
  readonly lastUpdateSlot: number;
  readonly lastUpdateUnixTime: number;
}

/** A scenario reserve at the start; the seed shifts its amounts by up to 4 %. */
export function buildReserve(known: KnownReserve, spec: ReserveSpec, start: ReserveStart): ReserveFields {
  const random = createPrng(hashNumber(start.seed, hashText(`reserve ${known.address}`)));
  const available = toRaw(spec.available * (0.96 + 0.08 * random.nextFloat()), known.decimals);
  const borrowed = toRaw(spec.borrowed * (0.96 + 0.08 * random.nextFloat()), known.decimals);
  const liquidity = buildLiquidity(known, spec, { available, borrowed, unixTime: start.lastUpdateUnixTime });
  const supplyRaw = available + borrowed - (liquidity.accumulatedProtocolFeesSf >> FRACTION_BITS);
  return {
    ...emptyReserve(),
    lastUpdate: {
      slot: BigInt(start.lastUpdateSlot),
      stale: false,
      priceStatus: spec.priced === false || spec.agedPrice === true ? 0 : PRICE_STATUS_ALL,
      timestamp: start.lastUpdateUnixTime,
    },
    lendingMarket: start.lendingMarket,
    liquidity,
    collateral: {
      mint: derivePseudoAddress(`collateral mint ${known.address}`),
      supplyVault: derivePseudoAddress(`collateral vault ${known.address}`),
      mintTotalSupplyRaw: scaleBy(supplyRaw, 1 / (1 + 0.8 * (spec.cumulativeRate - 1))),
    },
    config: buildReserveConfig(known, spec, start.index, start.lastUpdateUnixTime),
    borrowedAmountOutsideElevationGroupRaw: scaleBy(borrowed, 0.9),
  };
}

interface StartAmounts {
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly unixTime: number;
}

function buildLiquidity(known: KnownReserve, spec: ReserveSpec, amounts: StartAmounts): ReserveLiquidity {
  const priced = spec.priced !== false;
  const facts = TOKEN_FACTS[known.mint];
  const rewards = spec.rewards?.budget ?? 0;
  return {
    ...emptyReserve().liquidity,
    mint: known.mint,
    supplyVault: derivePseudoAddress(`supply vault ${known.address}`),
    feeVault: derivePseudoAddress(`fee vault ${known.address}`),
    tokenProgram: facts?.token2022 === true ? TOKEN_2022_PROGRAM_ADDRESS : TOKEN_PROGRAM_ADDRESS,
    availableAmountRaw: amounts.available,
    borrowedAmountSf: amounts.borrowed << FRACTION_BITS,
    marketPriceSf: priced ? toSf(facts?.priceUsd ?? 1) : 0n,
    marketPriceUpdatedAt: priced ? BigInt(amounts.unixTime - (spec.agedPrice === true ? AGED_PRICE_SECONDS : 0)) : 0n,
    mintDecimals: known.decimals,
    cumulativeBorrowRateBsf: toSf(spec.cumulativeRate),
    accumulatedProtocolFeesSf: scaleBy(amounts.borrowed, 0.0009) << FRACTION_BITS,
    rewardsAvailableRaw: toRaw(rewards, known.decimals),
  };
}
