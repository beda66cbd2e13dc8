import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '@tidemark/core';
import {
  decodeLendingMarket,
  decodeReserve,
  encodeLendingMarket,
  encodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_DISCRIMINATOR,
  RESERVE_DISCRIMINATOR,
} from '../../index.ts';
import { readSharedAccount } from '../support/shared-klend.ts';
import { MARKET_FIELDS, RESERVE_FIELDS } from './offset-fields.ts';

interface OffsetRow {
  readonly path: string;
  readonly type: string;
  readonly offset: number;
  readonly size: number;
}

interface OffsetsFile {
  readonly reserveSize: number;
  readonly marketSize: number;
  readonly reserve: readonly OffsetRow[];
  readonly market: readonly OffsetRow[];
}

const ADDRESS = 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q';
const RESERVED = /padding|placeholder|reserved/i;

/** The machine-readable layout, checked field by field on bytes of noise, and on the recorded accounts. */
export function describeOffsets(dir: string): void {
  const file: OffsetsFile = JSON.parse(readFileSync(join(dir, 'offsets.json'), 'utf8'));

  describe('layout (offsets.json)', () => {
    const reserve = noise(file.reserveSize, RESERVE_DISCRIMINATOR);
    // The bytes that a decoder must understand hold known values, all others are noise.
    reserve.set([1, 0, 0, 0, 0, 0, 0, 0], 8);
    reserve.set([17, 0, 0, 0, 0, 0, 0, 0], 272);
    reserve[4856] = 2;
    reserve[4865] = 1;
    reserve[4870] = 83;
    const decoded = decodeReserve({ address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data: reserve });
    it.each(file.reserve.filter((row) => !RESERVED.test(row.path)))('reserve $path at $offset', (row) => {
      expect(RESERVE_FIELDS[row.path]?.(decoded)).toEqual(valueAt(reserve, row));
    });

    const market = noise(file.marketSize, LENDING_MARKET_DISCRIMINATOR);
    market.set([1, 0, 0, 0, 0, 0, 0, 0], 8);
    market.set([0x1d, 0x21], 120);
    const decodedMarket = decodeLendingMarket({ address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data: market });
    it.each(file.market.filter((row) => !RESERVED.test(row.path)))('lending market $path at $offset', (row) => {
      expect(MARKET_FIELDS[row.path]?.(decodedMarket)).toEqual(valueAt(market, row));
    });

    it('names no field that the layout does not have', () => {
      const reservePaths = new Set([...file.reserve.map((row) => row.path), ...LATER]);
      expect(Object.keys(RESERVE_FIELDS).filter((path) => !reservePaths.has(path))).toEqual([]);
      const marketPaths = new Set(file.market.map((row) => row.path));
      expect(Object.keys(MARKET_FIELDS).filter((path) => !marketPaths.has(path))).toEqual([]);
    });

    it('reads the fields that came later where independent readers found them', () => {
      const view = new DataView(reserve.buffer);
      expect(decoded.lastUpdate.timestamp).toBe(view.getUint32(28, true));
      expect(decoded.config.interestRateBasis).toBe('true_apr');
      expect(decoded.config.permissionedOps).toBe(view.getBigUint64(5800, true));
    });
  });

  describe('recorded accounts', () => {
    const reserves = [
      'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
      'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59',
      'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59@2025',
      'EVbyPKrHG6WBfm4dLxLMJpUDY43cCAcHSpV3KYjKsktW',
      '8PYYKF4ZvteefFBmtb9SMHmhZKnDWQH86z59mPZBfhHu',
    ];
    it.each(reserves)('reserve %s is written back byte for byte', (label) => {
      const account = readSharedAccount(dir, label);
      expect(encodeReserve(decodeReserve(account))).toEqual(account.data);
    });

    const markets = ['7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF', 'ByYiZxp8QrdN9qbdtaAiePN8AAr3qvTPppNJDpf5DVJ5'];
    it.each(markets)('lending market %s has no name and is written back byte for byte', (label) => {
      const account = readSharedAccount(dir, label);
      const market = decodeLendingMarket(account);
      expect(market).toMatchObject({ name: '', quoteCurrency: 'USD', referralFeeBps: 0 });
      expect(encodeLendingMarket(market, account.data)).toEqual(account.data);
    });
  });
}

const LATER = ['config.permissionedOps'];

/** Bytes that repeat with no short period, so that no two fields agree by chance. */
function noise(size: number, discriminator: Uint8Array): Uint8Array {
  let state = 0x2545f491;
  const data = new Uint8Array(size).map(() => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state >>> 13) & 0xff;
  });
  data.set(discriminator);
  return data;
}

/** The bytes of a row as its type says, independent of the decoder. */
function valueAt(data: Uint8Array, { type, offset, size }: OffsetRow): unknown {
  const bytes = data.subarray(offset, offset + size);
  const little = (part: Uint8Array) => BigInt(`0x${Buffer.from(part).reverse().toString('hex')}`);
  if (type === 'pk') return encodeBase58(bytes);
  if (type === 'i64') return BigInt.asIntN(64, little(bytes));
  const array = /^\[u(\d+);(\d+)\]$/.exec(type);
  if (array === null) return type.startsWith('u') ? little(bytes) : bytes;
  const width = Number(array[1]) / 8;
  return Array.from({ length: Number(array[2]) }, (_, i) => little(bytes.subarray(i * width, (i + 1) * width)));
}
