import { describe, expect, it } from 'vitest';
import { readDump, readGolden, sharedOraclesDir } from '../../test/shared-oracles.ts';
import { isConfident } from '../confidence.ts';
import { decimalText, decimalToDouble, decimalToParts } from '../decimal.ts';
import { KNOWN_PYTH_FEEDS } from './known-feeds.ts';
import { encodePriceUpdate, type PriceUpdate } from './price-update.ts';
import { pyth, PythAccount, pythFeed } from './source.ts';

const SF = 2n ** 60n;
const MINT = 'So11111111111111111111111111111111111111112';
const isPresent = sharedOraclesDir() !== null;
if (!isPresent) process.stdout.write('pyth golden tests are skipped: ../shared/oracles is absent\n');
const golden = isPresent ? readGolden() : null;

function decode(file: string, owner: string): PriceUpdate {
  const account = pyth.decode(readDump(file, owner));
  if (account instanceof PythAccount) return account.update;
  throw new Error('another account');
}

/** The three rules of the programs that take a price of Pyth. */
function accepted({ verification, price, confidence, emaPrice, emaConfidence, exponent }: PriceUpdate) {
  const isFull = verification === 'full';
  const isGood = (value: bigint, deviation: bigint, isEdgeIncluded: boolean) =>
    isFull && value > 0n && exponent <= 0 && isConfident(value, deviation, isEdgeIncluded);
  return [
    isGood(price, confidence, true) && isGood(emaPrice, emaConfidence, true),
    isGood(price, confidence, false),
    isGood(emaPrice, emaConfidence, false),
  ];
}

describe.skipIf(!isPresent)('recorded price updates', () => {
  it('are all there', () => {
    expect(golden?.pyth.length).toBe(13);
    expect(golden?.pyth.filter(({ verification_level }) => verification_level === 'Partial').length).toBe(4);
  });

  it.each((golden?.pyth ?? []).map((update) => [update.file, update] as const))('%s', (file, expected) => {
    const update = decode(file, expected.owner);
    expect({
      write_authority: update.writeAuthority,
      verification_level: update.verification === 'full' ? 'Full' : 'Partial',
      num_signatures: update.signatures,
      feed_id: update.feedId,
      exponent: update.exponent,
      price_raw: String(update.price),
      conf_raw: String(update.confidence),
      publish_time: String(update.publishTime),
      prev_publish_time: String(update.previousPublishTime),
      ema_price_raw: String(update.emaPrice),
      ema_conf_raw: String(update.emaConfidence),
      posted_slot: String(update.postedSlot),
    }).toEqual({
      write_authority: expected.write_authority,
      verification_level: expected.verification_level,
      num_signatures: expected.num_signatures,
      feed_id: expected.feed_id,
      exponent: expected.exponent,
      price_raw: expected.price_raw,
      conf_raw: expected.conf_raw,
      publish_time: expected.publish_time,
      prev_publish_time: expected.prev_publish_time,
      ema_price_raw: expected.ema_price_raw,
      ema_conf_raw: expected.ema_conf_raw,
      posted_slot: expected.posted_slot,
    });
    expect(accepted(update)).toEqual([expected.klend_accepts, expected.scope_accepts_spot, expected.scope_accepts_ema]);
  });

  it.each((golden?.pyth ?? []).map((update) => [update.file, update] as const))('%s is observed', (file, expected) => {
    const account = readDump(file, expected.owner);
    const reads = new Map([[account.address, pyth.decode(account)]]);
    const clock = { slot: 1n, unixTimestamp: BigInt(expected.publish_time) + 7n, slotDurationMs: 400 };
    const feed = pythFeed(MINT, account.address, { maxAgeSeconds: 60n, maxAverageAgeSeconds: null });
    const { price, confidence, average, verdict, ageSeconds, roots } = pyth.observe(feed, reads, clock);
    if (price === null || confidence === null || average === null) throw new Error('no price');
    expect([decimalText(price), decimalToDouble(price)]).toEqual([expected.price, expected.price_double]);
    expect([decimalText(confidence), decimalText(average.price)]).toEqual([expected.conf, expected.ema_price]);
    expect(verdict.isUsable).toBe(expected.scope_accepts_spot);
    expect(ageSeconds).toBe(7n);
    expect(roots[0]).toBe(`pyth:${expected.feed_id}`);
    const parts = String(decimalToParts(price, SF));
    expect(expected.klend_price_sf ?? parts).toBe(parts);
  });

  it('are what the writer writes', () => {
    for (const { file, owner } of golden?.pyth ?? []) {
      const { data } = readDump(file, owner);
      const written = encodePriceUpdate(decode(file, owner));
      // Behind a full update lies one byte that nobody reads.
      expect(Buffer.from(written).equals(data)).toBe(true);
    }
  });

  it('have the feeds and accounts of the list', () => {
    const expected = Object.entries(golden?.pyth_feed_ids ?? {}).filter(([, { symbol }]) => symbol.includes('/'));
    const byText = (rows: readonly (readonly string[])[]) =>
      rows.map((row) => row.join(' ')).toSorted((a, b) => (a < b ? -1 : 1));
    expect(byText(KNOWN_PYTH_FEEDS.map((feed) => [feed.feedId, feed.symbol, feed.account, feed.proAccount]))).toEqual(
      byText(
        expected.map(([feedId, feed]) => [
          feedId,
          feed.symbol,
          feed.push_account_shard0_classic,
          feed.push_account_shard0_pro_compatible,
        ]),
      ),
    );
  });
});
