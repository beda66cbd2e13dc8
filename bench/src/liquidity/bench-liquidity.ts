import { type AccountBytes, encodeBase58, encodeMint, TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import {
  classify,
  DEFAULT_RULES,
  DEPTH_BPS,
  DIRECTIONS,
  type Market,
  poolDepth,
  type PoolSource,
  QUOTE_USD,
  type Reference,
  referenceOf,
  SOL_MINT,
  SOURCES,
  TokenMarket,
  Venues,
} from '@tidemark/liquidity';
import { POOL_BUILDERS } from '@tidemark/liquidity/localnet';
import type { Section } from '../lib/report.ts';
import { median } from '../lib/statistics.ts';

const POOLS = 200;
const ROUNDS = 5;
const CLOCK = { slot: 400_000_000n, epoch: 900n, unixTimestamp: 1_790_000_000n };
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
/** Five pools each. */
const TOKENS = Array.from({ length: 36 }, (_, place) => addressOf(1, place));
const LEG_POOLS = 20;

interface Pool {
  readonly source: PoolSource;
  readonly account: AccountBytes;
  readonly found: ReadonlyMap<string, AccountBytes>;
}

/** Pools per second through decoding and every depth row, and what a cycle over the pools of many tokens costs; CPU time of this process. */
export async function benchLiquidity(): Promise<Section> {
  const pools = Array.from({ length: POOLS }, (_, place) => buildPool(place, TOKENS[0] ?? '', USDC, 30n));
  const warm = medianCpu(() => poolCycle(pools));
  const sources = SOURCES.map((source) => {
    const own = pools.filter((pool) => pool.source === source);
    const each = medianCpu(() => poolCycle(own)) / own.length;
    return { what: `pools per second, ${source.name}`, value: String(Math.round(1 / each)) };
  });
  const world = buildWorld();
  const first = cpuSeconds(() => tokenCycle(world));
  const cycle = medianCpu(() => tokenCycle(world));
  return Promise.resolve({
    title: 'Depth of pools',
    how: `${POOLS} built pools of five sources in turn: decode, companions, open, marginal and average depth at five falls in both directions. A cycle: the same of ${POOLS} pools of ${TOKENS.length} tokens, three to US dollars and two to SOL each, and ${LEG_POOLS} of SOL, then sales and purchases of every token at five falls and sales of seven sizes. Without network and database. CPU time of the process, median of ${ROUNDS} rounds; the first round also derives addresses and prices of ticks.`,
    figures: [
      { what: 'pools per second, all sources', value: String(Math.round(POOLS / warm)) },
      ...sources,
      { what: `a cycle over ${POOLS} pools of ${TOKENS.length} tokens, first`, value: `${first.toFixed(2)} s` },
      { what: `a cycle over ${POOLS} pools of ${TOKENS.length} tokens`, value: `${cycle.toFixed(2)} s` },
    ],
  });
}

function medianCpu(run: () => void): number {
  run();
  return median(Array.from({ length: ROUNDS }, () => cpuSeconds(run)));
}

function cpuSeconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function poolCycle(pools: readonly Pool[]): Market[] {
  return pools.map((pool) => {
    const market = open(pool);
    for (const direction of DIRECTIONS) {
      const known = poolDepth(market, direction).filter(({ marginal }) => marginal.value !== null);
      if (known.length === 0) throw new RangeError('the measured work gave no depth');
    }
    return market;
  });
}

function open({ source, account, found }: Pool) {
  const pool = source.decodePool(account);
  source.companions(pool);
  return source.open(pool, { get: (address) => found.get(address) ?? null }, CLOCK);
}

interface World {
  readonly pools: readonly Pool[];
  readonly references: ReadonlyMap<string, Reference>;
}

/** Pools of every token, of one price each, and those of SOL. */
function buildWorld(): World {
  const ofTokens = TOKENS.flatMap((mint, token) => [
    ...[0, 1, 2].map((place) => buildPool(1_000 + 5 * token + place, mint, USDC, 30n)),
    ...[3, 4].map((place) => buildPool(1_000 + 5 * token + place, mint, SOL_MINT, 200n)),
  ]);
  const leg = Array.from({ length: LEG_POOLS }, (_, place) => buildPool(400 + place, SOL_MINT, USDC, 15n));
  const dollars = referenceOf(USDC, 6, 1n, 1n);
  const all = [dollars, referenceOf(SOL_MINT, 9, 150n, 1n), ...TOKENS.map((mint) => referenceOf(mint, 9, 300n, 1n))];
  return { pools: [...ofTokens, ...leg], references: new Map(all.map((reference) => [reference.mint, reference])) };
}

/** What one read of pools computes of them. */
function tokenCycle({ pools, references }: World): void {
  const markets = poolCycle(pools);
  const candidates = markets.map((market, place) => ({ source: pools[place]?.source.name ?? 'raydium_cpmm', market }));
  const classifyAs = (token: Reference, side: 'sell' | 'buy') =>
    classify({ token, candidates, references, rules: DEFAULT_RULES, now: CLOCK.unixTimestamp, side });
  const sol = references.get(SOL_MINT);
  if (sol === undefined) throw new RangeError('SOL has no price');
  for (const side of ['sell', 'buy'] as const) {
    const solLeg = new Venues(classifyAs(sol, side).direct);
    for (const token of TOKENS.flatMap((mint) => references.get(mint) ?? [])) {
      const market = new TokenMarket({ token, references, classified: classifyAs(token, side), solLeg, side });
      const rows = DEPTH_BPS.map((bps) => market.row(bps));
      if (rows.some(({ marginal }) => marginal.amountRaw === 0n)) throw new RangeError('a token has no depth');
      if (side === 'sell') QUOTE_USD.forEach((usd) => market.quoteUsd(usd));
    }
  }
}

function buildPool(place: number, mintA: string, mintB: string, numerator: bigint): Pool {
  const source = SOURCES[place % SOURCES.length];
  if (source === undefined) throw new RangeError('no source');
  const [account, ...others] = POOL_BUILDERS[source.name]({
    address: addressOf(2, place),
    mintA,
    mintB,
    vaultA: addressOf(3, place),
    vaultB: addressOf(4, place),
    config: addressOf(5, place),
    price: { numerator, denominator: 100n },
    amountA: 10_000_000_000_000n + BigInt(place) * 1_000_000_000n,
    feePpm: 2_500,
    spacing: 10,
    lastUsedAt: CLOCK.unixTimestamp - 100n,
  });
  if (account === undefined) throw new RangeError('no pool');
  const data = encodeMint({ decimals: 9, scaledUiAmount: null });
  const mints = [mintA, mintB].map((address) => ({ address, owner: TOKEN_PROGRAM_ADDRESS, data }));
  return { source, account, found: new Map([...others, ...mints].map((found) => [found.address, found])) };
}

function addressOf(kind: number, place: number): string {
  const bytes = new Uint8Array(32).fill(kind);
  new DataView(bytes.buffer).setUint32(8, place);
  return encodeBase58(bytes);
}
