import {
  type AccountBytes,
  type AddressReader,
  parseAddress,
  readAddress,
  readI64,
  readU64,
  viewOf,
} from '@tidemark/core';
import { bytesOfHex, expectKind, expectRange, hexOf, textOf } from '../accounts.ts';
import type { OracleAccountKind } from '../source.ts';

export const SWITCHBOARD_PROGRAM_ADDRESS = 'SBondMDrcV3K4kxZR1HNVT7osZxAHVHgYXL5Ze1oMUv';
/** The oracles of mainnet; accounts of the test network look the same otherwise. */
export const SWITCHBOARD_QUEUE_ADDRESS = 'A43DyUGA7s8eXPxqEjJY6EBu1KKbNgfxF8h17VAHn13w';

export const PULL_FEED: OracleAccountKind = {
  name: 'switchboard_pull_feed',
  programs: [SWITCHBOARD_PROGRAM_ADDRESS],
  size: 3_208,
  discriminator: bytesOfHex('c41b6cc40ad7db28'),
};

/** Values are in parts of 10^18. */
export const VALUE_EXPONENT = -18;

const SUBMISSION_COUNT = 32;
const SUBMISSIONS_AT = 8;
const SUBMISSION_SIZE = 64;
const SUBMISSION_TIMES_AT = 2952;
const HISTORY_AT = 2408;
const HISTORY_SIZE = 16;
const I128_MAX = (1n << 127n) - 1n;

/** The one result of the feed, made of the submissions that are recent enough. */
export interface PullFeedResult {
  readonly value: bigint;
  readonly stdDev: bigint;
  readonly mean: bigint;
  readonly range: bigint;
  readonly minValue: bigint;
  readonly maxValue: bigint;
  readonly numSamples: number;
  /** Means nothing in accounts from before it was kept. */
  readonly submissionIdx: number;
  /** Of the sample that is the value; 0 where there is no result, and every other number is 0 then, too. */
  readonly slot: bigint;
  readonly minSlot: bigint;
  readonly maxSlot: bigint;
}

/** What one oracle said; its number in the list says nothing of its age. */
export interface Submission {
  readonly oracle: string;
  readonly slot: bigint;
  readonly landedAt: bigint;
  readonly value: bigint;
  readonly submittedAt: bigint;
}

export interface PullFeed {
  readonly address: string;
  readonly authority: string;
  readonly queue: string;
  readonly feedHash: string;
  readonly initializedAt: bigint;
  readonly permissions: bigint;
  /** Percent × 10^9. */
  readonly maxVariance: bigint;
  readonly minResponses: number;
  readonly name: string;
  readonly permitWriteByAuthority: number;
  readonly historicalResultIdx: number;
  readonly minSampleSize: number;
  /** When the account was last written, not the age of the result. */
  readonly lastUpdateTimestamp: bigint;
  readonly lutSlot: bigint;
  readonly result: PullFeedResult;
  /** Slots after which the feed itself calls a sample too old. */
  readonly maxStaleness: number;
}

/** Decodes a pull feed. Throws `WRONG_OWNER`, `WRONG_DISCRIMINATOR` or `WRONG_SIZE`. */
export function decodePullFeed(account: AccountBytes, addressAt: AddressReader = readAddress): PullFeed {
  expectKind(account, [PULL_FEED]);
  const { address, data } = account;
  const view = viewOf(data);
  return {
    address,
    authority: addressAt(data, 2056),
    queue: addressAt(data, 2088),
    feedHash: hexOf(data, 2120, 32),
    initializedAt: readI64(view, 2152),
    permissions: readU64(view, 2160),
    maxVariance: readU64(view, 2168),
    minResponses: view.getUint32(2176, true),
    name: textOf(data, 2180, 32),
    permitWriteByAuthority: view.getUint8(2213),
    historicalResultIdx: view.getUint8(2214),
    minSampleSize: view.getUint8(2215),
    lastUpdateTimestamp: readI64(view, 2216),
    lutSlot: readU64(view, 2224),
    result: {
      value: readI128(view, 2264),
      stdDev: readI128(view, 2280),
      mean: readI128(view, 2296),
      range: readI128(view, 2312),
      minValue: readI128(view, 2328),
      maxValue: readI128(view, 2344),
      numSamples: view.getUint8(2360),
      submissionIdx: view.getUint8(2361),
      slot: readU64(view, 2368),
      minSlot: readU64(view, 2376),
      maxSlot: readU64(view, 2384),
    },
    maxStaleness: view.getUint32(2392, true),
  };
}

/** What the oracles said, by their place in the account; places that were never used are left out. */
export function submissionsOf({ data }: AccountBytes): ReadonlyMap<number, Submission> {
  const view = viewOf(data);
  const found = new Map<number, Submission>();
  for (let i = 0; i < SUBMISSION_COUNT; i++) {
    const at = SUBMISSIONS_AT + i * SUBMISSION_SIZE;
    const slot = readU64(view, at + 32);
    if (slot === 0n) continue;
    found.set(i, {
      oracle: readAddress(data, at),
      slot,
      landedAt: readU64(view, at + 40),
      value: readI128(view, at + 48),
      submittedAt: readI64(view, SUBMISSION_TIMES_AT + 8 * i),
    });
  }
  return found;
}

/** How many past results the account keeps. */
export function countHistory({ data }: AccountBytes): number {
  const view = viewOf(data);
  const slots = Array.from({ length: SUBMISSION_COUNT }, (_, i) => readU64(view, HISTORY_AT + i * HISTORY_SIZE + 8));
  return slots.filter((slot) => slot !== 0n).length;
}

/** The bytes of a feed with its result, written over `base` where one is given. Throws `INVALID_ARGUMENT` for a value that does not fit. */
export function encodePullFeed(feed: Omit<PullFeed, 'address'>, base?: Uint8Array): Uint8Array {
  const data = base === undefined ? new Uint8Array(PULL_FEED.size) : base.slice();
  const view = viewOf(data);
  data.set(PULL_FEED.discriminator, 0);
  data.set(parseAddress(feed.authority) ?? [], 2056);
  data.set(parseAddress(feed.queue) ?? [], 2088);
  data.set(bytesOfHex(feed.feedHash).subarray(0, 32), 2120);
  view.setBigInt64(2152, feed.initializedAt, true);
  view.setBigUint64(2160, feed.permissions, true);
  view.setBigUint64(2168, feed.maxVariance, true);
  view.setUint32(2176, feed.minResponses, true);
  data.fill(0, 2180, 2212);
  data.set(new TextEncoder().encode(feed.name).subarray(0, 32), 2180);
  data.set([feed.permitWriteByAuthority, feed.historicalResultIdx, feed.minSampleSize], 2213);
  view.setBigInt64(2216, feed.lastUpdateTimestamp, true);
  view.setBigUint64(2224, feed.lutSlot, true);
  const { result } = feed;
  const values = [result.value, result.stdDev, result.mean, result.range, result.minValue, result.maxValue];
  for (const [i, value] of values.entries()) writeI128(view, 2264 + 16 * i, value);
  data.set([result.numSamples, result.submissionIdx], 2360);
  view.setBigUint64(2368, result.slot, true);
  view.setBigUint64(2376, result.minSlot, true);
  view.setBigUint64(2384, result.maxSlot, true);
  view.setUint32(2392, feed.maxStaleness, true);
  return data;
}

/** Two's complement: the low half unsigned, the high one signed. */
function readI128(view: DataView, offset: number): bigint {
  return (readI64(view, offset + 8) << 64n) + readU64(view, offset);
}

function writeI128(view: DataView, offset: number, value: bigint): void {
  expectRange('value', value, -I128_MAX - 1n, I128_MAX);
  view.setBigUint64(offset, BigInt.asUintN(64, value), true);
  view.setBigInt64(offset + 8, value >> 64n, true);
}
