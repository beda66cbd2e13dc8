import { encodeBase58 } from '@tidemark/core';
import { dollarsOf } from './exact-price.ts';
import type { NaiveFeed } from './naive-feeds.ts';

/** A bank, and what a slot takes on its chain. */
export interface NaiveBank {
  readonly slot: number;
  readonly unixTime: number;
  readonly slotMs: number;
}

/** What a source says of a token at a bank. */
export interface NaiveObservation {
  readonly feed: string;
  readonly source: string;
  /** Null where nothing is to be seen. */
  readonly price: bigint | null;
  readonly publishedAt: number | null;
  /** Seconds by which that may be off. */
  readonly slack: number;
  /** Why it must not be used; null where it may. */
  readonly problem: string | null;
  /** Its age is so near to what it may be that it may be stale or not. */
  readonly isDoubtful: boolean;
  /** What it rests on; `*` is anything. */
  readonly roots: readonly string[];
}

/** The bytes of an account of the bank; null where it has none, undefined where it was not read. */
export type ReadBytes = (address: string) => Uint8Array | null | undefined;

interface Said extends Pick<NaiveObservation, 'price' | 'publishedAt' | 'roots'> {
  /** The time was computed from a slot. */
  readonly isEstimated?: boolean;
  /** What is wrong beside its age. */
  readonly problem: string | null;
}

const CHAINLINK = 26;

export function observe(feed: NaiveFeed, read: ReadBytes, bank: NaiveBank): NaiveObservation {
  const bytes = read(feed.address);
  if (bytes === null || bytes === undefined) return unread(feed, bytes === null ? 'account_missing' : 'not_read');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const said =
    feed.source === 'scope'
      ? readScope(feed, bytes, view, read)
      : feed.source === 'pyth'
        ? readPyth(feed, bytes, view)
        : readSwitchboard(feed, bytes, view, bank);
  return judgeAge(feed, said, bank);
}

/** Of an account that is not there nothing is known. */
export function unread({ id, source }: Pick<NaiveFeed, 'id' | 'source'>, problem: string): NaiveObservation {
  const nothing = { price: null, publishedAt: null, slack: 0, isDoubtful: false };
  return { feed: id, source, ...nothing, problem, roots: ['*'] };
}

/** Entries of 56 bytes from byte 40 on; the account of mappings has an address for each from byte 8 on, a type from 16,392 on. */
function readScope({ chain }: NaiveFeed, bytes: Uint8Array, view: DataView, read: ReadBytes): Said {
  const legs = chain.map((index) => {
    const at = 40 + 56 * index;
    return {
      value: view.getBigUint64(at, true),
      decimals: Number(view.getBigUint64(at + 8, true)),
      time: Number(view.getBigUint64(at + 24, true)),
    };
  });
  const value = legs.reduce((product, leg) => product * leg.value, 1n);
  const price = dollarsOf(
    value,
    legs.reduce((sum, { decimals }) => sum + decimals, 0),
  );
  const publishedAt = Math.min(...legs.map(({ time }) => time));
  const mappings = read(encodeBase58(bytes.subarray(8, 40)));
  if (mappings === null || mappings === undefined) {
    return { price, publishedAt, roots: ['*'], problem: mappings === null ? 'account_missing' : 'not_read' };
  }
  const types = chain.map((index) => mappings[16_392 + index] ?? 0);
  const roots = chain.map((index, leg) =>
    types[leg] === CHAINLINK ? `chainlink:${encodeBase58(mappings.subarray(8 + 32 * index, 40 + 32 * index))}` : '*',
  );
  const problem = types.some((type) => type >= 128) ? 'frozen' : value === 0n ? 'empty' : null;
  return { price, publishedAt, roots, problem };
}

/** An account of 134 bytes with full verification: the number of the feed stands at 41. */
function readPyth({ address }: NaiveFeed, bytes: Uint8Array, view: DataView): Said {
  const [price, confidence] = [view.getBigInt64(73, true), view.getBigUint64(81, true)];
  const roots = [`pyth:${Buffer.from(bytes.subarray(41, 73)).toString('hex')}`, `pyth:${address}`];
  const problem =
    bytes[40] !== 1
      ? 'not_verified'
      : price <= 0n
        ? 'not_positive'
        : confidence * 50n >= BigInt.asUintN(64, price)
          ? 'uncertain'
          : null;
  const decimals = -view.getInt32(89, true);
  return { price: dollarsOf(price, decimals), publishedAt: Number(view.getBigInt64(93, true)), roots, problem };
}

/** The result of the feed: a value of 16 bytes at 2264 and its deviation behind it, 18 decimals; the slot at 2368. */
function readSwitchboard({ address }: NaiveFeed, bytes: Uint8Array, view: DataView, bank: NaiveBank): Said {
  const wide = (at: number): bigint => view.getBigInt64(at + 8, true) * 2n ** 64n + view.getBigUint64(at, true);
  const [value, deviation] = [wide(2264), wide(2280)];
  const slot = Number(view.getBigUint64(2368, true));
  const roots = [`switchboard:${Buffer.from(bytes.subarray(2120, 2152)).toString('hex')}`, `switchboard:${address}`];
  const [samples = 0, leastSamples = 0] = [bytes[2360], bytes[2215]];
  const slotsOld = bank.slot - slot;
  const problem =
    value <= 0n
      ? 'not_positive'
      : samples < Math.max(1, leastSamples)
        ? 'few_samples'
        : deviation * 50n >= value
          ? 'uncertain'
          : slotsOld > view.getUint32(2392, true)
            ? 'stale'
            : null;
  const publishedAt = timeOfSlot(slot, bank);
  return { price: dollarsOf(value, 18), publishedAt, isEstimated: true, roots, problem };
}

/** When a slot was, by the duration of a slot. */
export function timeOfSlot(slot: number, { slot: now, unixTime, slotMs }: NaiveBank): number {
  return slot >= now ? unixTime : unixTime - Math.floor(((now - slot) * slotMs) / 1000);
}

/** Share of a computed age, and seconds, that the service's own measure of a slot may differ by. */
const [ESTIMATE_SHARE, ESTIMATE_SECONDS] = [0.03, 1];

function judgeAge(
  { id, source, maxAgeSeconds }: Pick<NaiveFeed, 'id' | 'maxAgeSeconds'> & { readonly source: string },
  { price, publishedAt, roots, problem, isEstimated = false }: Said,
  { unixTime }: NaiveBank,
): NaiveObservation {
  const age = publishedAt === null ? 0 : Math.max(0, unixTime - publishedAt);
  const isOld = age > maxAgeSeconds;
  const slack = isEstimated ? ESTIMATE_SECONDS + age * ESTIMATE_SHARE : 0;
  return {
    feed: id,
    source,
    price,
    publishedAt,
    slack,
    problem: problem ?? (isOld ? 'stale' : null),
    isDoubtful: problem === null && slack > 0 && Math.abs(age - maxAgeSeconds) <= slack,
    roots,
  };
}
