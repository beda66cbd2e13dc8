import { describe, expect, it } from 'vitest';
import { readDump, readGolden, sharedOraclesDir } from '../../test/shared-oracles.ts';
import { decimalText, decimalToDouble, decimalToParts } from '../decimal.ts';
import type { OracleClock } from '../source.ts';
import { linksOf, multiplyLegs } from './chain.ts';
import { ENTRY_COUNT, SCOPE_PROGRAM_ADDRESS } from './kinds.ts';
import { encodeScopeMappings, ScopeMappings } from './mappings.ts';
import { ScopeConfiguration, ScopeTokenMetadatas, ScopeTwaps } from './other-accounts.ts';
import { encodeScopePrices, ScopePrices } from './prices.ts';
import { scope, scopeFeed } from './source.ts';

// Values that a published decoder, and a second one written apart, read from recorded accounts.

const SF = 2n ** 60n;
const isPresent = sharedOraclesDir() !== null;
if (!isPresent) process.stdout.write('scope golden tests are skipped: ../shared/oracles is absent\n');

const INDICES = Array.from({ length: ENTRY_COUNT }, (_, index) => index);

function open<Kind>(file: string, kind: new (...args: never[]) => Kind): Kind {
  const decoded: unknown = scope.decode(readDump(file, SCOPE_PROGRAM_ADDRESS));
  if (decoded instanceof kind) return decoded;
  throw new Error(`${file} is another account`);
}

describe.skipIf(!isPresent)('recorded accounts of Scope', () => {
  const golden = isPresent ? readGolden() : undefined;

  it('prices: every entry of every dump, exact, as text and as the nearest double', () => {
    expect(golden?.scope_prices.length).toBe(3);
    for (const { file, oracle_mappings, entries } of golden?.scope_prices ?? []) {
      const prices = open(file, ScopePrices);
      expect(prices.mappings).toBe(oracle_mappings);
      const actual = INDICES.map((index) => {
        const entry = prices.entry(index);
        if (entry === null) return null;
        const price = { mantissa: entry.value, exponent: 0 - Number(entry.exp) };
        return [
          index,
          String(entry.value),
          Number(entry.exp),
          decimalText(price),
          decimalToDouble(price),
          String(entry.lastUpdatedSlot),
          String(entry.unixTimestamp),
          entry.generic,
        ];
      });
      expect(actual).toEqual(entries);
    }
  });

  it('prices: the writer gives the recorded bytes back', () => {
    for (const { file } of golden?.scope_prices ?? []) {
      const prices = open(file, ScopePrices);
      const entries = new Map(INDICES.flatMap((index) => entryAt(prices, index)));
      expect(Buffer.from(encodeScopePrices(prices.mappings, entries)).equals(readDump(file, '').data)).toBe(true);
    }
  });

  it('mappings: every used entry, and the writer gives the recorded bytes back', () => {
    expect(golden?.scope_mappings.length).toBe(2);
    for (const { file, entries } of golden?.scope_mappings ?? []) {
      const mappings = open(file, ScopeMappings);
      const all = INDICES.flatMap((index) => mappingAt(mappings, index));
      const used = all.filter(([, mapping]) => !mapping.isUnused);
      expect(
        used.map(([index, m]) => [
          index,
          m.type,
          m.isFrozen,
          m.account,
          m.twapSource,
          m.twapWindows,
          m.reference,
          m.generic,
        ]),
      ).toEqual(entries.map(([index, type, _name, ...rest]) => [index, type, ...rest]));
      expect(Buffer.from(encodeScopeMappings(new Map(all))).equals(readDump(file, '').data)).toBe(true);
    }
  });

  it('averages: every entry that was ever written', () => {
    for (const { file, oracle_prices, oracle_mappings, entries } of golden?.scope_twaps ?? []) {
      const twaps = open(file, ScopeTwaps);
      expect([twaps.prices, twaps.mappings]).toEqual([oracle_prices, oracle_mappings]);
      const written = INDICES.flatMap((index) => {
        const twap = twaps.entry(index);
        if (twap === null || Object.values(twap).every((value) => value === 0n)) return [];
        const later = [twap.ema8h, twap.ema24h, twap.ema7d, twap.tracker8h, twap.tracker24h, twap.tracker7d];
        expect(later).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
        const ema = { mantissa: twap.ema1h, exponent: -18 };
        return [
          [
            index,
            String(twap.lastUpdateSlot),
            String(twap.lastUpdateUnixTimestamp),
            String(twap.ema1h),
            decimalText(ema),
            decimalToDouble(ema),
            twap.tracker1h.toString(16).padStart(16, '0'),
            twap.tracker1h.toString(2).replaceAll('0', '').length,
          ],
        ];
      });
      expect(written).toEqual(entries);
    }
  });

  it('averages: those of the prices account are the averages of their source entries', () => {
    const prices = open('3NJYftD5sjVfxSnUdZ1wVML8f3aC6mp1CXCL6L7TnU8C@318548583.bin', ScopePrices);
    const twaps = open('GbpsVomudPRRwmqfTmo3MYQVTikPG6QXxqpzJexA1JRb@nodate-84bf414d.bin', ScopeTwaps);
    const mappings = open('Chpu5ZgfWX5ZzVpUx9Xvv4WPM75Xd7zPJNDPsFnCpLpk@nodate-0e254f65.bin', ScopeMappings);
    const averages = INDICES.flatMap((index) => mappingAt(mappings, index)).filter(([, m]) => m.typeName === 'twap_1h');
    expect(averages.length).toBe(109);
    for (const [index, { twapSource }] of averages) {
      const entry = prices.entry(index);
      const twap = twaps.entry(twapSource);
      // Eighteen significant digits, half up: the program's conversion.
      const digits = 18n - (entry?.exp ?? 0n);
      const parts = twap?.ema1h ?? 0n;
      expect(entry?.value).toBe(digits === 0n ? parts : (parts + 10n ** digits / 2n) / 10n ** digits);
      expect(entry?.unixTimestamp).toBe(twap?.lastUpdateUnixTimestamp);
    }
  });

  it('labels and the accounts of a feed', () => {
    for (const { file, entries } of golden?.scope_token_metadatas ?? []) {
      const metadatas = open(file, ScopeTokenMetadatas);
      for (const [index, name, maxAge, groups] of entries) {
        const entry = metadatas.entry(Number(index));
        expect([entry?.name, String(entry?.maxAgePriceSlots), String(entry?.groupIds)]).toEqual([
          name,
          String(maxAge),
          groups,
        ]);
      }
    }
    for (const expected of golden?.scope_configuration ?? []) {
      expect(open(expected['file'] ?? '', ScopeConfiguration)).toMatchObject({
        admin: expected['admin'],
        mappings: expected['oracle_mappings'],
        prices: expected['oracle_prices'],
        tokenMetadatas: expected['tokens_metadata'],
        twaps: expected['oracle_twaps'],
        adminCached: expected['admin_cached'],
        emergencyCouncil: expected['emergency_council'],
        resumeAuthority: expected['resume_authority'],
      });
    }
  });

  it('chains: the prices that reserves beside a dump store, bit for bit, with their time and average', () => {
    const near = (golden?.klend ?? []).flatMap((reserve) =>
      reserve.near_scope_dumps.map((dump) => ({ reserve, dump })),
    );
    expect(near.length).toBe(3);
    for (const { reserve, dump } of near) {
      const prices = readDump(dump.scope_file, SCOPE_PROGRAM_ADDRESS);
      const mappings = readDump(
        'Chpu5ZgfWX5ZzVpUx9Xvv4WPM75Xd7zPJNDPsFnCpLpk@nodate-0e254f65.bin',
        SCOPE_PROGRAM_ADDRESS,
      );
      const reads = new Map([prices, mappings].map((account) => [account.address, scope.decode(account)]));
      const feed = scopeFeed(
        reserve.mint,
        { address: prices.address, chain: reserve.price_chain, averageChain: reserve.twap_chain },
        { maxAgeSeconds: null, maxAverageAgeSeconds: null },
      );
      const clock: OracleClock = { slot: 0n, unixTimestamp: BigInt(dump.chain_timestamp), slotDurationMs: 400 };
      const { price, average, publishedAt, legs } = scope.observe(feed, reads, clock);
      if (price === null || average === null) throw new Error('no price');
      expect(String(decimalToParts(price, SF))).toBe(dump.chain_price_sf);
      expect(decimalText(price)).toBe(dump.chain_price_exact);
      expect(decimalToDouble(price)).toBe(dump.chain_price_double);
      expect(String(publishedAt)).toBe(dump.chain_timestamp);
      expect(String(decimalToParts(average.price, SF))).toBe(dump.twap_sf);
      expect(String(average.publishedAt)).toBe(dump.twap_timestamp);
      expect(legs.map(({ value }) => String(value.mantissa))).toEqual(dump.legs.map(({ value }) => value));
      if (!dump.equals_stored_market_price_sf) continue;
      expect(String(decimalToParts(price, SF))).toBe(reserve.market_price_sf);
      expect(String(publishedAt)).toBe(reserve.market_price_last_updated_ts);
    }
  });

  it('chains: the stored price of staked SOL is the product of its stake rate and the SOL price', () => {
    const proof = golden?.two_leg_proof;
    if (proof === undefined) throw new Error('no proof');
    const legs = [proof.stake_rate, proof.sol_leg].map(([value, exp]) => ({ value: BigInt(value), exp: BigInt(exp) }));
    const { price } = multiplyLegs(legs);
    expect(price === null ? null : String(decimalToParts(price, SF))).toBe(proof.stored_sf);
  });

  it.each((golden?.model_vectors.price_chain ?? []).map((vector, i) => [i, vector] as const))(
    'chains: model vector %i',
    (_, { legs, sf, lossy_reduction, error }) => {
      const product = multiplyLegs(legs.map(([value, exp]) => ({ value: BigInt(value), exp: BigInt(exp) })));
      const refusal = error === 'overflow' ? 'overflow' : 'invalid_exponent';
      const parts = product.price === null ? product.reason : String(decimalToParts(product.price, SF));
      expect(parts).toBe(sf ?? refusal);
      expect(product.price !== null && product.isCut).toBe(lossy_reduction ?? false);
    },
  );

  it('chains of recorded reserves end at the first index that is no entry', () => {
    expect(golden?.klend.map((reserve) => linksOf(reserve.price_chain))).toEqual([[13], [0], [51, 0], [20], [146]]);
  });
});

function entryAt(prices: ScopePrices, index: number) {
  const entry = prices.entry(index);
  return entry === null ? [] : [[index, entry] as const];
}

function mappingAt(mappings: ScopeMappings, index: number) {
  const mapping = mappings.entry(index);
  return mapping === null ? [] : [[index, mapping] as const];
}
