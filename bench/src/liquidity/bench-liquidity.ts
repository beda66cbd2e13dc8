import { type AccountBytes, encodeBase58, encodeMint, TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import {
  type Candidate,
  classify,
  DEFAULT_RULES,
  DEPTH_BPS,
  DIRECTIONS,
  poolDepth,
  type PoolSource,
  referenceOf,
  SOL_MINT,
  SOURCES,
  TokenMarket,
} from '@tidemark/liquidity';
import { POOL_BUILDERS } from '@tidemark/liquidity/localnet';
import type { Section } from '../lib/report.ts';
import { median } from '../lib/statistics.ts';

const POOLS = 200;
const ROUNDS = 5;
const CLOCK = { slot: 400_000_000n, epoch: 900n, unixTimestamp: 1_790_000_000n };
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const TOKEN = addressOf(1, 0);

interface Pool {
  readonly source: PoolSource;
  readonly account: AccountBytes;
  readonly found: ReadonlyMap<string, AccountBytes>;
}

/** Pools per second through decoding and every depth row, and what a token over many pools costs; CPU time of this process. */
export async function benchLiquidity(): Promise<Section> {
  const pools = Array.from({ length: POOLS }, (_, place) => buildPool(place, TOKEN, USDC, 30n));
  const first = cpuSeconds(() => cycle(pools));
  const rounds = Array.from({ length: ROUNDS }, () => cpuSeconds(() => cycle(pools)));
  const warm = median(rounds);
  const sources = SOURCES.map((source) => {
    const own = pools.filter((pool) => pool.source === source);
    const each = median(Array.from({ length: ROUNDS }, () => cpuSeconds(() => cycle(own)))) / own.length;
    return { what: `pools per second, ${source.name}`, value: String(Math.round(1 / each)) };
  });
  const token = tokenMarket(pools.slice(0, 10));
  const depth = cpuSeconds(() => DEPTH_BPS.forEach((bps) => token.row(bps)));
  return Promise.resolve({
    title: 'Depth of pools',
    how: `${POOLS} built pools of five sources in turn: decode, companions, open, marginal and average depth at five falls in both directions. CPU time of the process, median of ${ROUNDS} rounds; the first round also derives addresses and prices of ticks.`,
    figures: [
      { what: `a cycle over ${POOLS} pools, first`, value: `${first.toFixed(2)} s` },
      { what: `a cycle over ${POOLS} pools`, value: `${warm.toFixed(2)} s` },
      { what: 'pools per second, all sources', value: String(Math.round(POOLS / warm)) },
      ...sources,
      {
        what: 'a token over 10 pools to US dollars and 10 to SOL, five rows, SOL over 10 pools',
        value: `${depth.toFixed(2)} s`,
      },
    ],
  });
}

function cpuSeconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function cycle(pools: readonly Pool[]): void {
  for (const pool of pools) {
    const market = open(pool);
    for (const direction of DIRECTIONS) {
      const known = poolDepth(market, direction).filter(({ marginal }) => marginal.value !== null);
      if (known.length === 0) throw new RangeError('the measured work gave no depth');
    }
  }
}

function open({ source, account, found }: Pool) {
  const pool = source.decodePool(account);
  source.companions(pool);
  return source.open(pool, { get: (address) => found.get(address) ?? null }, CLOCK);
}

/** Ten pools to US dollars as given, and ten each of the token to SOL and of SOL to US dollars. */
function tokenMarket(direct: readonly Pool[]): TokenMarket {
  const candidates = (pools: readonly Pool[]): Candidate[] =>
    pools.map((pool) => ({ source: pool.source.name, market: open(pool) }));
  const toSol = Array.from({ length: 10 }, (_, place) => buildPool(300 + place, TOKEN, SOL_MINT, 200n));
  const leg = Array.from({ length: 10 }, (_, place) => buildPool(400 + place, SOL_MINT, USDC, 15n));
  const token = referenceOf(TOKEN, 9, 300n, 1n);
  const sol = referenceOf(SOL_MINT, 9, 150n, 1n);
  const references = new Map([
    [SOL_MINT, sol],
    [USDC, referenceOf(USDC, 6, 1n, 1n)],
  ]);
  const input = { references, rules: DEFAULT_RULES, now: CLOCK.unixTimestamp, side: 'sell' as const };
  const classified = classify({ ...input, token, candidates: candidates([...direct, ...toSol]) });
  const solLeg = classify({ ...input, token: sol, candidates: candidates(leg) }).direct;
  return new TokenMarket({ token, references, classified, solLeg });
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
