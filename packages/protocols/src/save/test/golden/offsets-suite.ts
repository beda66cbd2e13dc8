import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeBase58 } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { decodeFixedText } from '../../../common/account-fields.ts';
import {
  LENDING_MARKET_ACCOUNT_SIZE,
  METADATA_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
  SAVE_PROGRAM_ADDRESS,
} from '../../constants.ts';
import {
  decodeLendingMarket,
  decodeMarketMetadata,
  decodeReserve,
  encodeLendingMarket,
  encodeMarketMetadata,
  encodeReserve,
} from '../../accounts.ts';
import type { AccountKind } from '../../../protocol.ts';
import { save } from '../../adapter.ts';
import { RESERVE } from '../../reserve.ts';
import type { LendingMarket, MarketMetadata } from '../../lending-market.ts';
import type { RateLimiter, Reserve } from '../../reserve.ts';
import { readSharedAccount } from '../support/shared-save.ts';

interface OffsetRow {
  readonly path: string;
  readonly type: string;
  readonly offset: number;
  readonly size: number;
}

interface OffsetsFile {
  readonly programId: string;
  readonly reserveSize: number;
  readonly marketSize: number;
  readonly metadataSize: number;
  readonly reserve: readonly OffsetRow[];
  readonly lendingMarket: readonly OffsetRow[];
  readonly lendingMarketMetadata: readonly OffsetRow[];
}

const ADDRESS = 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw';

/** The machine-readable layout, checked field by field on bytes of noise, and on the recorded accounts. */
export function describeOffsets(dir: string): void {
  const file: OffsetsFile = JSON.parse(readFileSync(join(dir, 'offsets.json'), 'utf8'));
  const account = (data: Uint8Array) => ({ address: ADDRESS, owner: SAVE_PROGRAM_ADDRESS, data });
  const named = (rows: readonly OffsetRow[]) => rows.filter(({ path }) => path !== 'padding');

  describe('layout (offsets.json)', () => {
    it('states the sizes and the program', () => {
      expect([file.programId, file.reserveSize, file.marketSize, file.metadataSize]).toEqual([
        SAVE_PROGRAM_ADDRESS,
        RESERVE_ACCOUNT_SIZE,
        LENDING_MARKET_ACCOUNT_SIZE,
        METADATA_ACCOUNT_SIZE,
      ]);
    });

    const reserve = noise(file.reserveSize);
    // The bytes that a decoder must understand hold known values, and those that it raises or cuts stay as they are.
    for (const [offset, value] of KNOWN_BYTES) reserve[offset] = value;
    const decoded = decodeReserve(account(reserve));
    it.each(named(file.reserve))('reserve $path at $offset', (row) => {
      expect(RESERVE_FIELDS[row.path]?.(decoded)).toEqual(valueAt(reserve, row));
    });

    const market = noise(file.marketSize);
    market[0] = 1;
    const decodedMarket = decodeLendingMarket(account(market));
    it.each(named(file.lendingMarket))('lending market $path at $offset', (row) => {
      expect(MARKET_FIELDS[row.path]?.(decodedMarket)).toEqual(valueAt(market, row));
    });

    const metadata = noise(file.metadataSize).map((byte, i) => (i > 0 && i < 601 ? 0x20 + (byte % 0x5f) : byte));
    const decodedMetadata = decodeMarketMetadata(account(metadata));
    it.each(named(file.lendingMarketMetadata))('metadata $path at $offset', (row) => {
      expect(METADATA_FIELDS[row.path]?.(decodedMetadata)).toEqual(metadataAt(metadata, row));
    });

    it('is written back byte for byte', () => {
      expect(encodeReserve(decoded, reserve)).toEqual(reserve);
      expect(encodeLendingMarket(decodedMarket, market)).toEqual(market);
      expect(encodeMarketMetadata(decodedMetadata, metadata)).toEqual(metadata);
    });
  });

  describe('recorded accounts', () => {
    const files = readdirSync(join(dir, 'accounts'));
    it('are 11 reserves and 7 lending markets', () => {
      expect(files.length).toBe(18);
    });

    it('have the bytes that find them in any size: every market, and reserves that lend USDC', () => {
      const holds = (name: string, { offset, bytes }: AccountKind['anySize']) => {
        const { data } = readSharedAccount(dir, name);
        return Buffer.from(data.subarray(offset, offset + bytes.length)).equals(bytes);
      };
      const { reserve, market } = save.accounts;
      const markets = files.filter((name) => name.endsWith('@2022.bin'));
      expect(markets.filter((name) => market !== null && holds(name, market.anySize))).toEqual(markets);
      // The others lend other tokens, or those of devnet, and no market is taken for a reserve.
      const ofUsdc = [`5hVVs474TRejwwfqsecNp97riQGDtSmhTV6jiWSxJfWR@123626341.bin`, `${ADDRESS}@453613244.bin`];
      expect(files.filter((name) => holds(name, reserve.anySize))).toEqual(ofUsdc);
    });

    it.each(files.filter((name) => !name.endsWith('@2022.bin')))('reserve %s keeps its fields when written', (name) => {
      const { address, owner, data } = readSharedAccount(dir, name);
      const decodedReserve = decodeReserve({ address, owner, data });
      const written = encodeReserve(decodedReserve);
      expect(decodeReserve({ address, owner, data: written })).toEqual(decodedReserve);
      // Zeros of 2022 become what they are read as: nothing else changes.
      const changed = [...written.keys()].filter((i) => written[i] !== data[i]);
      expect(changed.filter((i) => !RAISED.some(([from, to]) => i >= from && i < to))).toEqual([]);
    });

    it.each(files.filter((name) => name.endsWith('@2022.bin')))(
      'lending market %s is written back byte for byte',
      (name) => {
        const { address, owner, data } = readSharedAccount(dir, name);
        const decodedMarket = decodeLendingMarket({ address, owner, data });
        expect(decodedMarket.quoteCurrency).toBe('USD');
        expect(encodeLendingMarket(decodedMarket)).toEqual(data);
      },
    );
  });
}

/** Fields that the program raises where an account of 2022 holds zeros. */
const RAISED: readonly (readonly [number, number])[] = [
  [470, 481],
  [554, 570],
];

/** Version, stale, decimals, the fields that are raised or cut, type and flag. */
const KNOWN_BYTES: readonly (readonly [number, number])[] = [
  [0, 1],
  [9, 1],
  [74, 17],
  [299, 61],
  [470, 83],
  [301, 3],
  [479, 7],
  [302, 41],
  [480, 59],
  [371, 37],
  [372, 23],
  [469, 1],
  [521, 1],
];

const LIMITER_FIELDS: Readonly<Record<string, (decoded: { readonly rateLimiter: RateLimiter }) => unknown>> = {
  'rateLimiter.maxOutflow': (r) => r.rateLimiter.maxOutflow,
  'rateLimiter.windowDurationSlots': (r) => r.rateLimiter.windowSlots,
  'rateLimiter.prevQtyWads': (r) => r.rateLimiter.previousWads,
  'rateLimiter.windowStartSlot': (r) => r.rateLimiter.windowStartSlot,
  'rateLimiter.curQtyWads': (r) => r.rateLimiter.currentWads,
};

const RESERVE_FIELDS: Readonly<Record<string, (decoded: Reserve) => unknown>> = {
  version: (r) => BigInt(r.version),
  'lastUpdate.slot': (r) => r.lastUpdate.slot,
  'lastUpdate.stale': (r) => (r.lastUpdate.stale ? 1n : 0n),
  lendingMarket: (r) => r.lendingMarket,
  'liquidity.mint': (r) => r.liquidity.mint,
  'liquidity.mintDecimals': (r) => BigInt(r.liquidity.mintDecimals),
  'liquidity.supplyVault': (r) => r.liquidity.supplyVault,
  'liquidity.pythOracle': (r) => r.liquidity.pythOracle,
  'liquidity.switchboardOracle': (r) => r.liquidity.switchboardOracle,
  'liquidity.availableAmount': (r) => r.liquidity.availableAmountRaw,
  'liquidity.borrowedAmountWads': (r) => r.liquidity.borrowedAmountWads,
  'liquidity.cumulativeBorrowRateWads': (r) => r.liquidity.cumulativeBorrowRateWads,
  'liquidity.marketPriceWads': (r) => r.liquidity.marketPriceWads,
  'liquidity.smoothedMarketPriceWads': (r) => r.liquidity.smoothedMarketPriceWads,
  'liquidity.extraMarketPriceFlag': (r) => (r.liquidity.extraMarketPriceWads === null ? 0n : 1n),
  'liquidity.extraMarketPriceWads': (r) => r.liquidity.extraMarketPriceWads,
  'liquidity.accumulatedProtocolFeesWads': (r) => r.liquidity.accumulatedProtocolFeesWads,
  'collateral.mint': (r) => r.collateral.mint,
  'collateral.mintTotalSupply': (r) => r.collateral.mintTotalSupplyRaw,
  'collateral.supplyVault': (r) => r.collateral.supplyVault,
  'config.optimalUtilizationPct': (r) => BigInt(r.config.optimalUtilizationPct),
  'config.maxUtilizationPct': (r) => BigInt(r.config.maxUtilizationPct),
  'config.loanToValuePct': (r) => BigInt(r.config.loanToValuePct),
  'config.liquidationBonusPct': (r) => BigInt(r.config.liquidationBonusPct),
  'config.maxLiquidationBonusPct': (r) => BigInt(r.config.maxLiquidationBonusPct),
  'config.liquidationThresholdPct': (r) => BigInt(r.config.liquidationThresholdPct),
  'config.maxLiquidationThresholdPct': (r) => BigInt(r.config.maxLiquidationThresholdPct),
  'config.minBorrowRatePct': (r) => BigInt(r.config.minBorrowRatePct),
  'config.optimalBorrowRatePct': (r) => BigInt(r.config.optimalBorrowRatePct),
  'config.maxBorrowRatePct': (r) => BigInt(r.config.maxBorrowRatePct),
  'config.superMaxBorrowRatePct': (r) => r.config.superMaxBorrowRatePct,
  'config.fees.borrowFeeWad': (r) => r.config.fees.borrowFeeWad,
  'config.fees.flashLoanFeeWad': (r) => r.config.fees.flashLoanFeeWad,
  'config.fees.hostFeePct': (r) => BigInt(r.config.fees.hostFeePct),
  'config.depositLimit': (r) => r.config.depositLimitRaw,
  'config.borrowLimit': (r) => r.config.borrowLimitRaw,
  'config.feeReceiver': (r) => r.config.feeReceiver,
  'config.protocolLiquidationFeeDecaBps': (r) => BigInt(r.config.protocolLiquidationFeeDecaBps),
  'config.protocolTakeRatePct': (r) => BigInt(r.config.protocolTakeRatePct),
  'config.addedBorrowWeightBps': (r) => r.config.addedBorrowWeightBps,
  'config.reserveType': (r) => BigInt(RESERVE.config.reserveType.words.indexOf(r.config.reserveType)),
  'config.scaledPriceOffsetBps': (r) => r.config.scaledPriceOffsetBps,
  'config.extraOracle': (r) => r.config.extraOracle,
  'config.attributedBorrowLimitOpen': (r) => r.config.attributedBorrowLimitOpenUsd,
  'config.attributedBorrowLimitClose': (r) => r.config.attributedBorrowLimitCloseUsd,
  attributedBorrowValueWads: (r) => r.attributedBorrowValueWads,
  ...LIMITER_FIELDS,
};

const MARKET_FIELDS: Readonly<Record<string, (decoded: LendingMarket) => unknown>> = {
  version: (m) => BigInt(m.version),
  bumpSeed: (m) => BigInt(m.bumpSeed),
  owner: (m) => m.owner,
  quoteCurrency: (m) => m.quoteCurrencyBytes,
  tokenProgram: (m) => m.tokenProgram,
  oracleProgram: (m) => m.oracleProgram,
  switchboardOracleProgram: (m) => m.switchboardProgram,
  whitelistedLiquidator: (m) => m.whitelistedLiquidator,
  riskAuthority: (m) => m.riskAuthority,
  ...LIMITER_FIELDS,
};

const METADATA_FIELDS: Readonly<Record<string, (decoded: MarketMetadata) => unknown>> = {
  bumpSeed: (m) => BigInt(m.bumpSeed),
  marketName: (m) => m.name,
  marketDescription: (m) => m.description,
  marketImageUrl: (m) => m.imageUrl,
  lookupTables: (m) => m.lookupTables,
};

/** Bytes that repeat with no short period, so that no two fields agree by chance. */
function noise(size: number): Uint8Array {
  let state = 0x2545f491;
  return new Uint8Array(size).map(() => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state >>> 13) & 0xff;
  });
}

/** The bytes of a row as its type says, independent of the decoder. */
function valueAt(data: Uint8Array, { type, offset, size }: OffsetRow): unknown {
  const bytes = data.subarray(offset, offset + size);
  if (type === 'pk') return encodeBase58(bytes);
  if (type.startsWith('[')) return bytes.slice();
  const value = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  return type === 'i64' ? BigInt.asIntN(64, value) : value;
}

function metadataAt(data: Uint8Array, row: OffsetRow): unknown {
  if (row.path === 'lookupTables') {
    return [0, 1, 2, 3].map((i) => encodeBase58(data.subarray(row.offset + 32 * i, row.offset + 32 * (i + 1))));
  }
  return row.type === 'u8' ? valueAt(data, row) : decodeFixedText(data.subarray(row.offset, row.offset + row.size));
}
