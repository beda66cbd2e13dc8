import {
  type AccountBytes,
  type AddressReader,
  expectAccountShape,
  readAddress,
  readU64,
  viewOf,
} from '@tidemark/core';
import type { Direction } from '../common/price.ts';
import { openProduct } from '../common/product-market.ts';
import { refused } from '../common/refuse.ts';
import { sidesOf, tokenCompanions } from '../common/sides.ts';
import type { Side } from '../common/market.ts';
import type { Halt, Market, PoolClock, PoolSource } from '../source.ts';

export const CPMM_PROGRAM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';

export const POOL_SIZE = 637;
/** The same as that of a pool of CLMM: owner and size tell them apart. */
export const POOL_DISCRIMINATOR = Uint8Array.of(0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46);
export const POOL = {
  ammConfig: 8,
  token0Vault: 72,
  token1Vault: 104,
  token0Mint: 168,
  token1Mint: 200,
  status: 329,
  protocolFees0: 341,
  protocolFees1: 349,
  fundFees0: 357,
  fundFees1: 365,
  openTime: 373,
  creatorFeeOn: 389,
  enableCreatorFee: 390,
  creatorFees0: 397,
  creatorFees1: 405,
} as const;
const SWAP_DISABLED = 4;

export const CONFIG_SIZE = 236;
export const CONFIG_DISCRIMINATOR = Uint8Array.of(0xda, 0xf4, 0x21, 0x68, 0xcb, 0xcb, 0x2b, 0x6f);
export const CONFIG = { tradeFeeRate: 12, creatorFeeRate: 108 } as const;
const FEE_ONE = 1_000_000n;

export interface CpmmPool {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly config: string;
  readonly isDisabled: boolean;
  readonly openAt: bigint;
  /** Fees in the vaults that are not the pool's. */
  readonly owedA: bigint;
  readonly owedB: bigint;
  /** Null where the creator takes none. */
  readonly creatorFee: 'on_input' | 'on_a' | 'on_b' | null;
  /** The account does not say. */
  readonly lastUsedAt: null;
}

const CREATOR_FEES = ['on_input', 'on_a', 'on_b'] as const;

export const raydiumCpmm: PoolSource<CpmmPool> = {
  name: 'raydium_cpmm',
  decoderVersion: 1,
  evidence: {
    grade: 'sdk',
    comparedWith:
      'raydium-sdk-v2 0.2.73-alpha: 74 quotes on made-up reserves; the program was never executed, and no pool of mainnet was read',
    limits: ['creator fees were compared on made-up reserves only'],
  },
  accounts: {
    program: CPMM_PROGRAM,
    size: POOL_SIZE,
    discriminator: POOL_DISCRIMINATOR,
    mintOffsets: [POOL.token0Mint, POOL.token1Mint],
  },
  decodePool: decodeCpmmPool,
  companions: (pool) => [...tokenCompanions(pool), { role: 'config', address: pool.config }],
  open: (pool, found, clock) => {
    const config = found.get(pool.config);
    return openCpmm(pool, clock, { ...sidesOf(pool, found, clock), rates: config ? decodeCpmmRates(config) : null });
  },
};

/** Throws `WRONG_OWNER`, `WRONG_SIZE`, `WRONG_DISCRIMINATOR`, or `UNSUPPORTED_MODE` for an unknown creator fee. */
export function decodeCpmmPool(account: AccountBytes, addressAt: AddressReader = readAddress): CpmmPool {
  expectAccountShape(account, { owner: CPMM_PROGRAM, size: POOL_SIZE, discriminator: POOL_DISCRIMINATOR });
  const { address, data } = account;
  const view = viewOf(data);
  const sum = (...fields: readonly number[]): bigint => fields.reduce((total, at) => total + readU64(view, at), 0n);
  const mode = view.getUint8(POOL.creatorFeeOn);
  const creatorFee = CREATOR_FEES[mode];
  if (creatorFee === undefined) throw refused('UNSUPPORTED_MODE', address, 'creatorFeeOn', '0..2', mode);
  return {
    address,
    mintA: addressAt(data, POOL.token0Mint),
    mintB: addressAt(data, POOL.token1Mint),
    vaultA: addressAt(data, POOL.token0Vault),
    vaultB: addressAt(data, POOL.token1Vault),
    config: addressAt(data, POOL.ammConfig),
    isDisabled: (view.getUint8(POOL.status) & SWAP_DISABLED) !== 0,
    openAt: readU64(view, POOL.openTime),
    owedA: sum(POOL.protocolFees0, POOL.fundFees0, POOL.creatorFees0),
    owedB: sum(POOL.protocolFees1, POOL.fundFees1, POOL.creatorFees1),
    creatorFee: view.getUint8(POOL.enableCreatorFee) === 1 ? creatorFee : null,
    lastUsedAt: null,
  };
}

/** Parts of a million. */
export interface CpmmRates {
  readonly trade: bigint;
  readonly creator: bigint;
}

/** Throws as {@link decodeCpmmPool}, and `INVALID_POOL` for fees of all and more. */
export function decodeCpmmRates(account: AccountBytes): CpmmRates {
  expectAccountShape(account, { owner: CPMM_PROGRAM, size: CONFIG_SIZE, discriminator: CONFIG_DISCRIMINATOR });
  const view = viewOf(account.data);
  const rates = { trade: readU64(view, CONFIG.tradeFeeRate), creator: readU64(view, CONFIG.creatorFeeRate) };
  if (rates.trade + rates.creator < FEE_ONE) return rates;
  throw refused('INVALID_POOL', account.address, 'fee rates', `below ${FEE_ONE}`, rates.trade + rates.creator);
}

export interface CpmmParts {
  readonly a: Side;
  readonly b: Side;
  readonly rates: CpmmRates | null;
}

export function openCpmm(pool: CpmmPool, { unixTimestamp }: PoolClock, { a, b, rates }: CpmmParts): Market {
  const feesOf = (direction: Direction) => {
    const { trade, creator } = rates ?? { trade: 0n, creator: 0n };
    const rate = (numerator: bigint) => ({ numerator, denominator: FEE_ONE });
    if (pool.creatorFee === null) return { inputFee: rate(trade), outputFee: null };
    // One rounding of both on the input; on the output the creator's alone.
    const sold = direction === 'a_to_b' ? 'on_a' : 'on_b';
    const isOnInput = pool.creatorFee === 'on_input' || pool.creatorFee === sold;
    return isOnInput
      ? { inputFee: rate(trade + creator), outputFee: null }
      : { inputFee: rate(trade), outputFee: rate(creator) };
  };
  const { owedA, owedB } = pool;
  const unknown = rates === null ? 'missing_account' : null;
  return openProduct({ pool, a, b, owedA, owedB, halt: haltOf(pool, unixTimestamp), unknown, feesOf });
}

function haltOf({ isDisabled, openAt }: CpmmPool, now: bigint): Halt | null {
  if (isDisabled) return 'disabled';
  return now < openAt ? 'not_open_yet' : null;
}
