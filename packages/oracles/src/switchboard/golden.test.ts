import { describe, expect, it } from 'vitest';
import { readDump, readGolden, sharedOraclesDir } from '../../test/shared-oracles.ts';
import { isConfident } from '../confidence.ts';
import { decimalText, decimalToDouble, decimalToParts } from '../decimal.ts';
import {
  countHistory,
  decodePullFeed,
  encodePullFeed,
  submissionsOf,
  SWITCHBOARD_PROGRAM_ADDRESS,
} from './pull-feed.ts';
import { switchboard, switchboardFeed } from './source.ts';

const SF = 2n ** 60n;
const MINT = 'So11111111111111111111111111111111111111112';
const isPresent = sharedOraclesDir() !== null;
if (!isPresent) process.stdout.write('switchboard golden tests are skipped: ../shared/oracles is absent\n');
const golden = isPresent ? readGolden() : null;
const cases = (golden?.switchboard ?? []).map((feed) => [feed.file, feed] as const);

describe.skipIf(!isPresent)('recorded pull feeds', () => {
  it('are all there', () => {
    expect(cases.length).toBe(5);
  });

  it.each(cases)('%s', (file, expected) => {
    const account = readDump(file, SWITCHBOARD_PROGRAM_ADDRESS);
    const feed = decodePullFeed(account);
    const { result } = feed;
    const scaled = (mantissa: bigint) => {
      const value = { mantissa, exponent: -18 };
      return { raw: String(mantissa), decimal: decimalText(value), double: decimalToDouble(value) };
    };
    expect(feed).toMatchObject({
      authority: expected.authority,
      queue: expected.queue,
      feedHash: expected.feed_hash,
      initializedAt: BigInt(expected.initialized_at_raw),
      maxVariance: BigInt(expected.max_variance_raw),
      minResponses: expected.min_responses,
      minSampleSize: expected.min_sample_size,
      name: expected.name,
      permitWriteByAuthority: expected.permit_write_by_authority,
      historicalResultIdx: expected.historical_result_idx,
      lastUpdateTimestamp: BigInt(expected.last_update_timestamp),
      lutSlot: BigInt(expected.lut_slot),
      maxStaleness: expected.max_staleness_slots,
    });
    expect({
      value: scaled(result.value),
      std_dev: scaled(result.stdDev),
      mean: scaled(result.mean),
      range: scaled(result.range),
      min_value: scaled(result.minValue),
      max_value: scaled(result.maxValue),
      num_samples: result.numSamples,
      submission_idx: result.submissionIdx,
      slot: String(result.slot),
      min_slot: String(result.minSlot),
      max_slot: String(result.maxSlot),
      present: result.slot !== 0n,
    }).toEqual(expected.result);
    expect(
      [...submissionsOf(account)].map(([i, s]) => [
        i,
        s.oracle,
        String(s.slot),
        String(s.landedAt),
        String(s.value),
        decimalText({ mantissa: s.value, exponent: -18 }),
        String(s.submittedAt),
      ]),
    ).toEqual(expected.submissions);
    expect(countHistory(account)).toBe(expected.historical_results_used);
    const isAccepted =
      result.slot !== 0n && result.value > 0n && result.stdDev >= 0n && isConfident(result.value, result.stdDev, false);
    expect(isAccepted).toBe(expected.klend_accepts_value);
  });

  it.each(cases)('%s is observed', (file, expected) => {
    const account = readDump(file, SWITCHBOARD_PROGRAM_ADDRESS);
    const reads = new Map([[account.address, switchboard.decode(account)]]);
    const slot = BigInt(expected.result.slot) + BigInt(expected.max_staleness_slots);
    const feed = switchboardFeed(MINT, account.address, null, { maxAgeSeconds: null, maxAverageAgeSeconds: null });
    const observe = (later: bigint) =>
      switchboard.observe(feed, reads, { slot: slot + later, unixTimestamp: 1_800_000_000n, slotDurationMs: 400 });
    const { price, verdict, publishedSlot } = observe(0n);
    const reason = !expected.result.present
      ? 'empty'
      : expected.network !== 'mainnet'
        ? 'wrong_feed'
        : expected.result.num_samples < expected.min_sample_size
          ? 'few_samples'
          : null;
    expect(verdict.reason).toBe(reason);
    // A slot later a good result is too old; what was wrong before stays wrong.
    expect(observe(1n).verdict.reason).toBe(reason ?? 'stale');
    const { value, slot: resultSlot, present } = expected.result;
    expect(price === null ? '0' : decimalText(price)).toBe(value.decimal);
    expect(String(publishedSlot ?? 0)).toBe(resultSlot);
    const parts = present && price !== null ? String(decimalToParts(price, SF)) : null;
    expect(parts).toBe(expected.klend_price_sf ?? (present ? parts : null));
  });

  it('are what the writer writes, over the submissions that it leaves as they are', () => {
    for (const [file] of cases) {
      const account = readDump(file, SWITCHBOARD_PROGRAM_ADDRESS);
      const feed = decodePullFeed(account);
      const emptied = account.data.slice();
      emptied.fill(0, 0, 8);
      emptied.fill(0, 2056, 2212);
      emptied.fill(0, 2213, 2232);
      emptied.fill(0, 2264, 2362);
      emptied.fill(0, 2368, 2396);
      expect(Buffer.from(encodePullFeed(feed, emptied)).equals(account.data)).toBe(true);
      expect(decodePullFeed({ ...account, data: encodePullFeed(feed) })).toEqual(feed);
    }
  });
});
