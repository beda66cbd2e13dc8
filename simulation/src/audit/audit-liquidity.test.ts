import { decodeBase58 } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/core/testing/addresses';
import { describe, expect, it } from 'vitest';
import { auditDepth } from './audit-depth.ts';
import { auditPools } from './audit-pools.ts';
import type { LiquidityFacts, StoredDepthRow, StoredPoolRow } from './liquidity-facts.ts';
import type { SentAnswer } from './sent-log.ts';

const POOL = addressFromLabel('a pool');
const [MINT_A, MINT_B] = [addressFromLabel('mint a'), addressFromLabel('mint b')];
const [VAULT_A, VAULT_B] = [addressFromLabel('vault a'), addressFromLabel('vault b')];
const ACCOUNTS = [POOL, VAULT_A, VAULT_B, MINT_A, MINT_B];
const TIME = Date.parse('2026-03-31T10:00:00Z');
const at = (seconds: number) => new Date(TIME + seconds * 1000);
const plainMint = new Uint8Array(82);
/** A mint that keeps 1 % of every transfer. */
const feeMint = new Uint8Array(315);
new DataView(feeMint.buffer).setUint16(276, 100, true);

/** An account of so many bytes, with addresses and u64 at some places. */
function account(size: number, addresses: Record<number, string>, numbers: Record<number, bigint>): Uint8Array {
  const data = new Uint8Array(size);
  for (const [place, address] of Object.entries(addresses)) data.set(decodeBase58(address), Number(place));
  for (const [place, value] of Object.entries(numbers))
    new DataView(data.buffer).setBigUint64(Number(place), value, true);
  return data;
}

/** An AMM v4 pool of 10^12 and 3 x 10^11, with 10^8 of the first that it owes. From slot 200 on its first mint keeps 1 %; from slot 300 on it is gone. */
function bytesAt(address: string, slot: number): Uint8Array | null {
  if (address === MINT_A) return slot >= 200 ? feeMint : plainMint;
  if (address === MINT_B) return plainMint;
  if (slot >= 300) return null;
  if (address === POOL)
    return account(752, { 336: VAULT_A, 368: VAULT_B, 400: MINT_A, 432: MINT_B }, { 192: 100_000_000n });
  return account(165, {}, { 64: address === VAULT_A ? 1_000_100_000_000n : 300_000_000_000n });
}

// A fall by 2 %: the reserve grows to 10^12 / sqrt(0.98), of an input less 0.25 %.
const [SELL_A, SELL_A_WITH_FEE, SELL_B] = ['10177989526', '10280797502', '3053396858'];

const batch = (id: string, slotMax: number, seconds: number): LiquidityFacts['batches'][number] => ({
  id,
  outcome: 'committed',
  slotMax,
  observedAt: at(seconds),
  startedAt: at(seconds),
  recordedAt: at(seconds),
  gapAfterMs: 60_000,
  calls: 1,
});
const answer = (id: string, slot: number, changes: Partial<SentAnswer> = {}): SentAnswer => ({
  at: at(0),
  id,
  slot,
  addresses: ACCOUNTS,
  absent: [],
  ...changes,
});
const row = (slot: number, changes: Partial<StoredPoolRow> = {}): StoredPoolRow => ({
  pool: POOL,
  source: 'raydium_amm_v4',
  slot,
  observedAt: at(slot),
  status: 'ok',
  price: '0.300000000000000000000000000000',
  sellA: SELL_A,
  sellB: SELL_B,
  batchId: `b${slot}`,
  ...changes,
});
const MISSING = { status: 'missing', price: null, sellA: null, sellB: null };
const RIGHT = [row(100), row(200, { sellA: SELL_A_WITH_FEE }), row(300, MISSING)];

function poolsOf(
  pools: readonly StoredPoolRow[],
  answers: readonly SentAnswer[] = [100, 200, 300].map((slot) => answer(`b${slot}`, slot)),
  writtenAt = bytesAt,
) {
  const batches = [100, 200, 300].map((slot) => batch(`b${slot}`, slot, slot));
  const facts = { batches, pools, depth: [], coverage: [], buckets: [] };
  const { findings, judged } = auditPools(facts, { truth: { writtenAt }, answers, strikes: [] });
  return { messages: findings.map(({ message }) => message), judged };
}

describe('reads of pools', () => {
  it('are right where price and depth are those of the accounts, to the unit, and where a pool that is gone is missing', () => {
    expect(poolsOf(RIGHT)).toEqual({ messages: [], judged: 3 });
  });

  it.each([
    ['a unit too much', [row(100, { sellA: String(BigInt(SELL_A) + 1n) }), ...RIGHT.slice(1)], /b100.*it takes/],
    ['what is owed counted as the pool’s', [row(100, { price: '0.29997' }), ...RIGHT.slice(1)], /b100.*its price/],
    ['the fee of the token forgotten', [row(100), row(200), RIGHT[2] ?? row(300)], /b200.*it takes/],
    ['a change that was not stored', RIGHT.slice(0, 2), /b300.*missing, stored is ok/],
    ['a pool that is there called missing', [row(100, MISSING), ...RIGHT.slice(1)], /b100.*there, stored is missing/],
  ])('are found wrong: %s', (_, pools, message) => {
    const { messages } = poolsOf(pools);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(message);
  });

  it('a pool that the stored attempt may not have read is not judged: another process has read it for the same batch', () => {
    const again = [
      answer('b100', 100),
      answer('b200', 200),
      answer('b300', 300),
      answer('b300', 300, { addresses: ['another pool'] }),
    ];
    expect(poolsOf(RIGHT.slice(0, 2), again)).toEqual({ messages: [], judged: 2 });
    expect(poolsOf(RIGHT.slice(0, 2), again.slice(0, 3)).messages[0]).toMatch(/b300.*missing, stored is ok/);
  });

  it('a pool that a node withheld is missing; one without its vault is not judged; a read that is older than the newest row writes nothing', () => {
    const withheld = [
      answer('b100', 100, { absent: [POOL] }),
      answer('b200', 200, { absent: [VAULT_A] }),
      answer('b300', 90),
    ];
    expect(poolsOf([row(100, MISSING), row(200, { sellA: '1' })], withheld)).toEqual({ messages: [], judged: 1 });
  });

  it('a pool is not judged while a node withholds the account of its fees', () => {
    const config = addressFromLabel('a config');
    const pool = account(637, { 8: config, 72: VAULT_A, 104: VAULT_B, 168: MINT_A, 200: MINT_B }, {});
    const unknown = { source: 'raydium_cpmm', status: 'unknown', price: null, sellA: null, sellB: null };
    const asked = { addresses: [...ACCOUNTS, config] };
    const poolsWith = (absent: string[]) =>
      poolsOf([row(100, unknown)], [answer('b100', 100, { ...asked, absent })], (address, slot) =>
        address === POOL ? pool : bytesAt(address, slot),
      );
    expect(poolsWith([config])).toEqual({ messages: [], judged: 0 });
    expect(poolsWith([]).messages).toHaveLength(1);
  });
});

const level = (seconds: number, bps: number, marginal: string, side = 'sell'): StoredDepthRow => ({
  mint: MINT_A,
  side,
  bps,
  slotMax: seconds,
  observedAt: at(seconds),
  marginal,
  average: marginal,
  lowerBound: false,
  reason: null,
  batchId: `b${seconds}`,
});
const levels = (seconds: number) =>
  ['sell', 'buy'].flatMap((side) =>
    [50, 100, 200, 500, 1_000].map((bps) => level(seconds, bps, String(bps + seconds), side)),
  );

function factsOf(changes: Partial<LiquidityFacts> = {}): LiquidityFacts {
  const depth = [...levels(10), ...levels(40), ...levels(140)];
  const buckets = [3_600, 86_400].flatMap((width) =>
    levels(10).map(({ mint, side, bps, marginal, average }) => ({
      ...{
        mint,
        side,
        bps,
        seconds: width,
        start: new Date(Math.floor(TIME / (width * 1000)) * width * 1000),
        marginal,
        average,
      },
      ...{ lowerBound: false, observations: 3, known: 3, observed: 30 },
    })),
  );
  const batches = [10, 40, 140].map((seconds) => batch(`b${seconds}`, seconds, seconds));
  return { batches, pools: [], depth, coverage: [], buckets, ...changes };
}
const depthOf = (changes: Partial<LiquidityFacts>) => auditDepth(factsOf(changes)).map(({ message }) => message);

describe('depth of tokens', () => {
  it('is right where every read has left its rows and buckets hold the smallest', () => {
    expect(depthOf({})).toEqual([]);
  });

  it('is found wrong where rows of a read are lost, deeper falls take less, or a bucket holds another number or time', () => {
    const { depth, buckets } = factsOf();
    expect(depthOf({ depth: depth.filter(({ slotMax, bps }) => slotMax !== 40 || bps !== 200) })[0]).toMatch(
      /8 rows, not 10/,
    );
    const less = depth.map((each) => (each.slotMax === 40 && each.bps === 500 ? { ...each, marginal: '1' } : each));
    expect(depthOf({ depth: less }).some((message) => /a deeper fall takes less/.test(message))).toBe(true);
    const [first, ...others] = buckets;
    const changed = first === undefined ? [] : [{ ...first, marginal: '90' }, ...others];
    expect(depthOf({ buckets: changed })[0]).toMatch(/marginal is 90, not 60/);
    const longer = first === undefined ? [] : [{ ...first, observed: 130 }, ...others];
    expect(depthOf({ buckets: longer })[0]).toMatch(/observed for 130 s, not 30/);
    expect(depthOf({ buckets: others })[0]).toMatch(/no bucket of 3600 s/);
  });

  it('is right where a read that began before the token was known is stored last, and wrong where it began after', () => {
    const others = factsOf().batches;
    const late = { ...batch('late', 35, 35), recordedAt: at(150) };
    expect(depthOf({ batches: [...others, { ...late, startedAt: at(5) }] })).toEqual([]);
    expect(depthOf({ batches: [...others, { ...late, startedAt: at(35) }] })[0]).toMatch(/0 rows, not 10/);
    const withheld = { fault: 'accountsMissing', from: at(30), to: at(32), lingers: false } as const;
    const facts = factsOf({ batches: [...others, { ...late, startedAt: at(35) }] });
    expect(auditDepth(facts, [withheld])).toEqual([]);
    // Nothing after the first read.
    const rows = factsOf().depth.filter(({ slotMax }) => slotMax === 10);
    expect(depthOf({ depth: rows, buckets: [] }).filter((message) => /0 rows, not 10/.test(message))).toHaveLength(2);
  });

  it('is found wrong where coverage is not what can be sold over the collateral', () => {
    const covered = { reserve: POOL, mint: MINT_A, collateral: '1000', sellable: '250', coverage: 0.25 };
    const coverage = [10, 40, 140].map((seconds) => ({
      ...covered,
      slotMax: seconds,
      observedAt: at(seconds),
      batchId: '',
    }));
    expect(depthOf({ coverage })).toEqual([]);
    expect(depthOf({ coverage: coverage.map((each) => ({ ...each, coverage: 0.5 })) })[0]).toMatch(/is 0.5, not 0.25/);
  });
});
