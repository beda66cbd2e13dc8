import { createRequire } from 'node:module';
import type { LendingMarket as SdkMarket, KaminoReserve, Reserve as SdkReserve } from '@kamino-finance/klend-sdk';
import { Decimal } from 'decimal.js';
import { quietly } from './quietly.ts';

export type { SdkMarket, SdkReserve };

interface Codec<Fields> {
  readonly discriminator: Buffer;
  readonly layout: { readonly span: number; encode(fields: object, buffer: Buffer): number };
  decode(data: Buffer): Fields;
}

/** A token's price as the SDK's oracle readers hand it over. */
interface OraclePrice {
  readonly mintAddress: string;
  readonly decimals: Decimal;
  readonly price: Decimal;
  readonly timestamp: bigint;
  readonly valid: boolean;
}

/** The part of the SDK used here, in plain types: its own demand branded addresses and an RPC that is never asked. */
interface Sdk {
  readonly Reserve: Codec<SdkReserve>;
  readonly LendingMarket: Codec<SdkMarket>;
  readonly KaminoReserve: {
    initialize(
      address: string,
      state: SdkReserve,
      price: OraclePrice,
      rpc: undefined,
      slotDurationMs: number,
    ): KaminoReserve;
  };
  parseZeroPaddedUtf8(bytes: number[]): string;
}

// The SDK is CommonJS and re-exports lazily: `require` is the loader it was built for.
const require = createRequire(import.meta.url);
const klend: Sdk = quietly(() => require('@kamino-finance/klend-sdk'));
const manifest: { readonly version: string } = require('@kamino-finance/klend-sdk/package.json');

/** Version of the SDK that is installed. */
export const SDK_VERSION: string = manifest.version;

// What the SDK itself loads, which is not the same copy as an import here.
const requireAsSdk = createRequire(require.resolve('@kamino-finance/klend-sdk'));
const SdkDecimal: typeof Decimal = requireAsSdk('decimal.js');
const SdkBigNumber: new (decimal: string) => object = requireAsSdk('bn.js');

/** Significant digits of the SDK's plain decimals; its tolerances are counted from them. */
export const SDK_DIGITS: number = SdkDecimal.precision;

/** An integer as the SDK's codec takes it. */
export function sdkInteger(value: bigint): object {
  return new SdkBigNumber(value.toString());
}

const DISCRIMINATOR_BYTES = 8;
// Forty digits, as the SDK's own fractions: the price handed over must not be rounded before the SDK sees it.
const FractionDecimal = Decimal.clone({ precision: 40 });
const SF_ONE = new FractionDecimal(2).pow(60);

/** When, and by which slot time and referral fee; the price is the one saved in the reserve where none is given. */
export interface SdkMoment {
  readonly slot: bigint;
  readonly slotDurationMs: number;
  readonly referralFeeBps: number;
  /** USD of one whole token. */
  readonly price?: Decimal;
}

/** What the SDK says of one reserve at one slot; amounts are base units of the token, rates are fractions. */
export interface SdkNumbers {
  readonly symbol: string;
  readonly availableRaw: Decimal;
  readonly borrowedRaw: Decimal;
  readonly totalSupplyRaw: Decimal;
  readonly depositTvlUsd: Decimal;
  readonly borrowTvlUsd: Decimal;
  /** Unclamped, of the stored (not accrued) state. */
  readonly utilization: number;
  readonly estimatedUtilization: number;
  readonly borrowApr: number;
  readonly supplyApr: number;
  readonly borrowApy: number;
  readonly supplyApy: number;
  /** Grows by the curve's rate over slots without the slot-time factor: the one projection that agrees with the program. */
  readonly futureCumulativeBorrowRate: Decimal;
}

/** Decodes with the SDK's generated codec. Throws where the discriminator or the length is wrong. */
export function decodeWithSdk(data: Uint8Array): SdkReserve {
  return klend.Reserve.decode(Buffer.from(data));
}

/** As {@link decodeWithSdk}, for a lending market. */
export function decodeMarketWithSdk(data: Uint8Array): SdkMarket {
  return klend.LendingMarket.decode(Buffer.from(data));
}

/** The bytes of a reserve as the SDK's codec writes them. */
export function encodeReserveWithSdk(fields: object): Uint8Array {
  return encode(klend.Reserve, fields);
}

/** As {@link encodeReserveWithSdk}, for a lending market. */
export function encodeMarketWithSdk(fields: object): Uint8Array {
  return encode(klend.LendingMarket, fields);
}

/** A market's name as the SDK shows it. */
export function marketNameWithSdk(name: readonly number[]): string {
  return klend.parseZeroPaddedUtf8([...name]);
}

function encode({ discriminator, layout }: Codec<object>, fields: object): Uint8Array {
  const body = Buffer.alloc(layout.span);
  layout.encode(fields, body);
  return new Uint8Array(Buffer.concat([discriminator.subarray(0, DISCRIMINATOR_BYTES), body]));
}

/** The SDK's reserve around a decoded account. No RPC is ever asked: every number used here comes from the account. */
export function reserveWithSdk(address: string, state: SdkReserve, at: SdkMoment): KaminoReserve {
  const { liquidity } = state;
  const oraclePrice = {
    mintAddress: liquidity.mintPubkey,
    decimals: new Decimal(liquidity.mintDecimals.toString()),
    price: at.price ?? new FractionDecimal(liquidity.marketPriceSf.toString()).div(SF_ONE),
    timestamp: BigInt(liquidity.marketPriceLastUpdatedTs.toString()),
    valid: true,
  };
  return klend.KaminoReserve.initialize(address, state, oraclePrice, undefined, at.slotDurationMs);
}

/** The SDK's main numbers of a decoded reserve at a slot; what a user of the SDK would ask for. */
export function deriveWithSdk(address: string, state: SdkReserve, at: SdkMoment): SdkNumbers {
  const reserve = reserveWithSdk(address, state, at);
  return {
    symbol: reserve.getTokenSymbol(),
    availableRaw: reserve.getLiquidityAvailableAmount(),
    borrowedRaw: reserve.getBorrowedAmount(),
    totalSupplyRaw: reserve.getTotalSupply(),
    depositTvlUsd: reserve.getDepositTvl(),
    borrowTvlUsd: reserve.getBorrowTvl(),
    utilization: reserve.calculateUtilizationRatio(),
    estimatedUtilization: reserve.getEstimatedUtilizationRatio(at.slot, at.referralFeeBps),
    borrowApr: reserve.calculateBorrowAPR(at.slot, at.referralFeeBps),
    supplyApr: reserve.calculateSupplyAPR(at.slot, at.referralFeeBps),
    borrowApy: reserve.totalBorrowAPY(at.slot),
    supplyApy: reserve.totalSupplyAPY(at.slot),
    futureCumulativeBorrowRate: reserve.calculateFutureCumulativeBorrowRate(at.slot),
  };
}
