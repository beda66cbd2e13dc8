import {
  type AccountBytes,
  type AddressReader,
  expectAccountShape,
  readAddress,
  readU64,
  viewOf,
} from '@tidemark/core';
import type { Side } from '../common/market.ts';
import { openProduct } from '../common/product-market.ts';
import { refused } from '../common/refuse.ts';
import { sidesOf, tokenCompanions } from '../common/sides.ts';
import type { Halt, Market, PoolClock, PoolSource } from '../source.ts';

export const AMM_V4_PROGRAM = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

export const POOL_SIZE = 752;
export const POOL = {
  status: 0,
  swapFeeNumerator: 176,
  swapFeeDenominator: 184,
  needTakePnlCoin: 192,
  needTakePnlPc: 200,
  poolOpenTime: 224,
  coinVault: 336,
  pcVault: 368,
  coinMint: 400,
  pcMint: 432,
} as const;

/** States in which the program swaps; the last one only once the pool has opened. */
const TRADES = [1n, 6n];
const WAITS_FOR_OPENING = 7n;
/** The program knows no higher one. */
const MAX_STATUS = 8n;

export interface AmmV4Pool {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly status: bigint;
  readonly openAt: bigint;
  readonly feeNumerator: bigint;
  readonly feeDenominator: bigint;
  /** Profits in the vaults that are not the pool's. */
  readonly owedA: bigint;
  readonly owedB: bigint;
  /** The account does not say. */
  readonly lastUsedAt: null;
}

export const raydiumAmmV4: PoolSource<AmmV4Pool> = {
  name: 'raydium_amm_v4',
  decoderVersion: 1,
  evidence: {
    grade: 'source',
    comparedWith:
      'a second model written from the source of July 2026, on one pool of mainnet; neither program nor SDK was executed',
    limits: ['the share in order books of old versions of the program is not counted, as in the current one'],
  },
  accounts: {
    program: AMM_V4_PROGRAM,
    size: POOL_SIZE,
    discriminator: null,
    mintOffsets: [POOL.coinMint, POOL.pcMint],
  },
  decodePool: decodeAmmV4Pool,
  companions: (pool) => tokenCompanions(pool),
  open: (pool, found, clock) => openAmmV4(pool, clock, sidesOf(pool, found, clock)),
};

/** Owner, size and status are all there is to tell a pool by. Throws `WRONG_OWNER`, `WRONG_SIZE`, `UNKNOWN_STATUS` or `INVALID_POOL`. */
export function decodeAmmV4Pool(account: AccountBytes, addressAt: AddressReader = readAddress): AmmV4Pool {
  expectAccountShape(account, { owner: AMM_V4_PROGRAM, size: POOL_SIZE });
  const { address, data } = account;
  const view = viewOf(data);
  const pool: AmmV4Pool = {
    address,
    mintA: addressAt(data, POOL.coinMint),
    mintB: addressAt(data, POOL.pcMint),
    vaultA: addressAt(data, POOL.coinVault),
    vaultB: addressAt(data, POOL.pcVault),
    status: readU64(view, POOL.status),
    openAt: readU64(view, POOL.poolOpenTime),
    feeNumerator: readU64(view, POOL.swapFeeNumerator),
    feeDenominator: readU64(view, POOL.swapFeeDenominator),
    owedA: readU64(view, POOL.needTakePnlCoin),
    owedB: readU64(view, POOL.needTakePnlPc),
    lastUsedAt: null,
  };
  if (pool.status > MAX_STATUS) throw refused('UNKNOWN_STATUS', address, 'status', `0..${MAX_STATUS}`, pool.status);
  if (pool.feeNumerator >= pool.feeDenominator) {
    throw refused('INVALID_POOL', address, 'swap fee', `below ${pool.feeDenominator}`, pool.feeNumerator);
  }
  return pool;
}

export function openAmmV4(pool: AmmV4Pool, { unixTimestamp }: PoolClock, { a, b }: { a: Side; b: Side }): Market {
  const { owedA, owedB, feeNumerator: numerator, feeDenominator: denominator } = pool;
  const fees = { inputFee: { numerator, denominator }, outputFee: null };
  return openProduct({
    pool,
    a,
    b,
    owedA,
    owedB,
    halt: haltOf(pool, unixTimestamp),
    unknown: null,
    feesOf: () => fees,
  });
}

function haltOf({ status, openAt }: AmmV4Pool, now: bigint): Halt | null {
  if (TRADES.includes(status)) return null;
  if (status !== WAITS_FOR_OPENING) return 'disabled';
  return now < openAt ? 'not_open_yet' : null;
}
