import type { QuarantinedReserve, ReserveInfo } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { countReserveStates, type StateLimits, type StateTables } from './reserve-states.ts';

type Row = StateTables['reserves'][number];
const NOW = 1_000_000;
const LIMITS: StateLimits = { bankAgeSeconds: 5, staleAfterSeconds: 60, newest: NOW, frozen: new Set() };

const seen = (reserve: string, secondsAgo: number, overrides: Partial<ReserveInfo> = {}): Row => ({
  reserve,
  timestamp: NOW - secondsAgo,
  missing_since_timestamp: null,
  quarantine_reason_str: null,
  ...overrides,
});
const refused = (reserve: string, reason: string, active = true): QuarantinedReserve => ({
  reserve,
  lending_market: 'market',
  listed_b: true,
  quarantine_reason_str: reason,
  expected: null,
  actual: null,
  first_seen_timestamp: NOW,
  last_seen_timestamp: NOW,
  occurrences: 1,
  active_b: active,
});

it('takes a reserve as stale by what lies behind the newest read and by the age of that, together', () => {
  const count = (bankAgeSeconds: number) =>
    countReserveStates({ reserves: [seen('a', 0), seen('b', 40)], quarantined: [] }, { ...LIMITS, bankAgeSeconds });
  expect(count(20)).toMatchObject({ ok_reserve_count: 2, stale_reserve_count: 0 });
  expect(count(21)).toMatchObject({ ok_reserve_count: 1, stale_reserve_count: 1 });
  expect(count(60)).toMatchObject({ ok_reserve_count: 1, stale_reserve_count: 1 });
  expect(count(61)).toMatchObject({ ok_reserve_count: 0, stale_reserve_count: 2 });
});

it('covers nothing while no read is known', () => {
  const counts = countReserveStates({ reserves: [seen('a', 0)], quarantined: [] }, { ...LIMITS, bankAgeSeconds: null });
  expect(counts).toMatchObject({ reserve_count: 1, ok_reserve_count: 0, stale_reserve_count: 1 });
});

it('puts each reserve into one state: gone before refused, refused before frozen, frozen before stale', () => {
  const gone = { missing_since_timestamp: NOW - 500 };
  const bad = { quarantine_reason_str: 'UNKNOWN_VERSION' };
  const reserves = [
    seen('ok', 0),
    seen('gone', 500, { ...gone, ...bad }),
    seen('refused', 500, bad),
    seen('frozen', 500),
    seen('stale', 500),
  ];
  const frozen = new Set(['gone', 'refused', 'frozen', 'unheard of']);
  expect(countReserveStates({ reserves, quarantined: [] }, { ...LIMITS, frozen })).toEqual({
    reserve_count: 5,
    ok_reserve_count: 1,
    stale_reserve_count: 1,
    quarantined_reserve_count: 1,
    frozen_reserve_count: 1,
    gone_reserve_count: 1,
    quarantine_reasons: [{ quarantine_reason_str: 'UNKNOWN_VERSION', reserve_count: 1 }],
  });
});

it('counts refused reserves of which there never was a row, once each, and reasons by how many they keep out', () => {
  const reserves = [seen('a', 0, { quarantine_reason_str: 'BAD_SIZE' }), seen('b', 0)];
  const quarantined = [
    refused('a', 'BAD_SIZE'),
    refused('b', 'BAD_SIZE', false),
    refused('stranger 1', 'UNKNOWN_VERSION'),
    refused('stranger 1', 'BAD_OWNER'),
    refused('stranger 2', 'BAD_OWNER'),
    refused('long ago', 'BAD_SIZE', false),
  ];
  expect(countReserveStates({ reserves, quarantined }, LIMITS)).toMatchObject({
    reserve_count: 4,
    ok_reserve_count: 1,
    quarantined_reserve_count: 3,
    quarantine_reasons: [
      { quarantine_reason_str: 'BAD_OWNER', reserve_count: 2 },
      { quarantine_reason_str: 'BAD_SIZE', reserve_count: 1 },
    ],
  });
});
