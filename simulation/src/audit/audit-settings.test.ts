import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { marketState, reserveState } from '../naive/kamino/test-states.ts';
import { auditSettings } from './audit-settings.ts';
import type { StoredChange, StoredSettings } from './stored-settings.ts';
import { createTruth } from './truth.ts';

const RESERVE = addressFromLabel('reserve');
const MARKET = addressFromLabel('market');
const ANOTHER = addressFromLabel('another');
const FIRST_SLOT = 460_000_000;

const reserveWith = (slot: number, depositLimitRaw: bigint) =>
  reserveState(RESERVE, slot, { lendingMarket: MARKET, config: { depositLimitRaw } });

/** A reserve whose limit changes after 100 slots, and its market. */
const truth = createTruth(
  new Map([
    [MARKET, [marketState(MARKET, FIRST_SLOT)]],
    [RESERVE, [reserveWith(FIRST_SLOT, 1_000n), reserveWith(FIRST_SLOT + 100, 2_000n)]],
  ]),
  { firstSlot: FIRST_SLOT, firstUnixTime: 1_790_000_000, slotMs: 400 },
);

/** A configuration as JSON holds it. */
function asStored(config: object, changes: object = {}): unknown {
  const text = JSON.stringify({ ...config, ...changes }, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return JSON.parse(text);
}

const change: StoredChange = {
  account: RESERVE,
  kind: 'reserve',
  field: 'deposit_limit_raw',
  oldValue: '1000',
  newValue: '2000',
  previousSlot: FIRST_SLOT + 60,
  slot: FIRST_SLOT + 120,
};

function wholeSettings(): StoredSettings {
  const { protocol, lendingMarket, tokenMint, tokenDecimals, config } = truth.reserveAt(RESERVE, FIRST_SLOT + 120);
  return {
    markets: [
      {
        lending_market: MARKET,
        slot: String(FIRST_SLOT + 50),
        account_sha256: truth.at(MARKET, FIRST_SLOT)?.sha256,
        config: asStored(truth.marketAt(MARKET, FIRST_SLOT)),
      },
    ],
    reserves: [
      {
        reserve: RESERVE,
        since_slot: String(FIRST_SLOT + 120),
        protocol: protocol.name,
        lending_market: lendingMarket,
        token_address: tokenMint,
        token_decimals: tokenDecimals,
        deposit_limit_raw: '2000',
        config: asStored(config),
      },
    ],
    changes: [change],
  };
}

describe('the auditor of settings', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(auditSettings(wholeSettings(), truth)).toEqual([]);
    const { changes, reserves, markets } = wholeSettings();
    expect([changes, reserves, markets].map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('sees accounts that the chain never had', () => {
    const { markets, reserves } = wholeSettings();
    const settings: StoredSettings = {
      markets: markets.map((row) => ({ ...row, lending_market: ANOTHER })),
      reserves: reserves.map((row) => ({ ...row, reserve: ANOTHER })),
      changes: [{ ...change, account: ANOTHER }],
    };
    expect(auditSettings(settings, truth).map(({ invariant }) => invariant)).toEqual(['chain', 'chain', 'chain']);
  });

  it.each([
    ['another account', { account_sha256: '00' }],
    ['another parameter', { config: asStored(truth.marketAt(MARKET, FIRST_SLOT), { referralFeeBps: 7 }) }],
    ['text of another account', { config: asStored(truth.marketAt(MARKET, FIRST_SLOT), { nameBytes: 'ff' }) }],
  ])('sees a market with %s', (_, wrong) => {
    const settings = wholeSettings();
    const markets = settings.markets.map((row) => ({ ...row, ...wrong }));
    expect(auditSettings({ ...settings, markets }, truth)).toMatchObject([{ invariant: 'values' }]);
  });

  it.each([
    ['of another market', { lending_market: ANOTHER }],
    ['of another token', { token_address: ANOTHER }],
    ['with the limit that it had before', { deposit_limit_raw: '1000' }],
    ['with the settings that it has later', { since_slot: String(FIRST_SLOT + 60) }],
    ['with a parameter that no account has', { config: { unknown: 1 } }],
    ['with another knot of its curve', { config: { borrowRateCurve: [{ borrowRateBps: 2 }] } }],
  ])('sees a reserve %s', (_, wrong) => {
    const settings = wholeSettings();
    const reserves = settings.reserves.map((row) => ({ ...row, ...wrong }));
    expect(auditSettings({ ...settings, reserves }, truth)).toMatchObject([{ invariant: 'values' }]);
  });

  it.each<[string, Partial<StoredChange>]>([
    ['of a value that was another before', { oldValue: '999' }],
    ['to a value that never was', { newValue: '2001' }],
    ['before it was', { slot: FIRST_SLOT + 80 }],
    ['after it was', { previousSlot: FIRST_SLOT + 110 }],
    ['of what does not change', { field: 'token_address', oldValue: RESERVE, newValue: MARKET }],
  ])('sees a change %s', (_, wrong) => {
    const settings = { ...wholeSettings(), changes: [{ ...change, ...wrong }] };
    expect(auditSettings(settings, truth)).toMatchObject([{ invariant: 'values' }]);
  });
});
