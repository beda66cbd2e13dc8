import { ratioToDouble } from '@tidemark/core';
import { bpsToPpm, PPM } from '../common/price.ts';
import type { SourceName, Unknown } from '../source.ts';
import type { Classified, ExcludedPool } from './classify.ts';
import { amountOfUsd, type Reference, USD_ONE, worthUsd } from './reference.ts';
import { firstPpm, type Part, type Sale, sellAmount, sellToPrice, spread, sumOf, type Venue, WORST } from './routes.ts';

/** What a token brings in US dollars, over all pools that count. */
export interface TokenSale {
  readonly amountInRaw: bigint;
  /** At the reference prices of what pools pay, in parts of a US dollar (`USD_ONE`). */
  readonly usdOut: bigint;
  readonly bySource: Readonly<Partial<Record<SourceName, bigint>>>;
  readonly largestPoolShareF: number;
  /** Of the input that is sold for SOL first. */
  readonly viaSolShareF: number;
  /** How far the price of every pool has fallen below the reference, parts of a million. */
  readonly endFallPpm: bigint;
  readonly isLowerBound: boolean;
}

export interface TokenDepthRow {
  readonly bps: number;
  /** Until the price has fallen by `bps`. */
  readonly marginal: TokenSale;
  /** As much as brings at least the reference price less `bps`, fees included. */
  readonly average: TokenSale;
}

export interface TokenVenues {
  readonly token: Reference;
  readonly references: ReadonlyMap<string, Reference>;
  readonly classified: Classified;
  /** Pools of SOL to US dollars, through which everything that was sold for SOL goes together. */
  readonly solLeg: readonly Venue[];
}

interface Combined {
  readonly sale: Sale;
  readonly usdOut: bigint;
  readonly viaSolIn: bigint;
}

/** The sale of one token at any depth. All pools end at the same price of the token in US dollars, and no pool is used twice. */
export class TokenMarket {
  readonly #of: TokenVenues;
  readonly #excluded: readonly ExcludedPool[];
  readonly #legIn = new Map<bigint, bigint>();

  constructor(of: TokenVenues) {
    this.#of = of;
    this.#excluded = of.classified.excluded;
  }

  /** False where nothing is known: no pool counts, and some may. */
  get hasPools(): boolean {
    const { direct, viaSol } = this.#of.classified;
    return direct.length + viaSol.length > 0;
  }

  row(bps: number): TokenDepthRow {
    return { bps, marginal: this.#saleAt(bpsToPpm(bps)), average: this.average(bps) };
  }

  /** The largest sale with a common end price that still brings the reference less `bps`, to a millionth of the price. */
  average(bps: number): TokenSale {
    const keeps = (fall: bigint): boolean => {
      const { sale, usdOut } = this.#combined(fall);
      const worth = worthUsd(sale.amountIn, this.#of.token);
      return usdOut * PPM >= worth * (PPM - bpsToPpm(bps));
    };
    // An average cannot be farther than the end, so it holds where nothing is sold beyond.
    const end = firstPpm(WORST, (fall) => fall === WORST || !keeps(fall), 0n);
    const last = end === WORST && keeps(end) ? end : end - 1n;
    return last < 0n ? this.#published(NOTHING, 0n) : this.#saleAt(last);
  }

  /** A sale of a size in US dollars at the reference price; null where the pools do not take so much, as far as is known. */
  quoteUsd(usd: number): TokenSale | null {
    const amount = amountOfUsd(BigInt(Math.round(usd)) * USD_ONE, this.#of.token);
    if (this.#combined(WORST).sale.amountIn < amount) return null;
    const end = firstPpm(WORST, (fall) => this.#combined(fall).sale.amountIn >= amount);
    const sale = spread(this.#combined(end - 1n).sale, this.#combined(end).sale, amount);
    const combined = sale === null ? null : this.#valued(sale);
    return combined === null ? null : this.#published(combined, end);
  }

  #saleAt(fall: bigint): TokenSale {
    return this.#published(this.#combined(fall), fall);
  }

  /** Every pool until the token's price in US dollars has fallen by so much, the fall of SOL in it. */
  #combined(fall: bigint): Combined {
    const { direct, viaSol } = this.#of.classified;
    const straight = sellToPrice(direct, fall);
    if (viaSol.length === 0) return this.#valued(straight) ?? NOTHING;
    // What SOL falls by is not left for the token: the more of it is sold the less of the token is.
    const poolFall = (legFall: bigint): bigint => PPM - ((PPM - fall) * PPM + PPM - legFall - 1n) / (PPM - legFall);
    const legFall = firstPpm(WORST, (leg) => {
      return leg === WORST || this.#legTakes(leg) >= sellToPrice(viaSol, poolFall(leg)).amountOut;
    });
    const through = sellToPrice(viaSol, poolFall(legFall));
    return this.#valued(sumOf([...straight.parts, ...through.parts])) ?? this.#valued(straight) ?? NOTHING;
  }

  #legTakes(fall: bigint): bigint {
    const known = this.#legIn.get(fall);
    if (known !== undefined) return known;
    const taken = sellToPrice(this.#of.solLeg, fall).amountIn;
    this.#legIn.set(fall, taken);
    return taken;
  }

  /** In US dollars, all SOL sold at once. Null where the pools of SOL do not take it. */
  #valued(sale: Sale): Combined | null {
    const isToSol = ({ venue }: Part): boolean => this.#of.classified.viaSol.includes(venue);
    const toSol = sale.parts.filter(isToSol);
    const sol = toSol.reduce((sum, { amountOut }) => sum + amountOut, 0n);
    const leg = sellAmount(this.#of.solLeg, sol);
    if (leg === null) return null;
    const paid = [...sale.parts.filter((part) => !isToSol(part)), ...leg.parts];
    const usdOut = paid.reduce((sum, part) => sum + this.#usdOf(part), 0n);
    return { sale, usdOut, viaSolIn: toSol.reduce((sum, { amountIn }) => sum + amountIn, 0n) };
  }

  #usdOf({ venue: { market, direction }, amountOut }: Part): bigint {
    const mint = direction === 'a_to_b' ? market.pool.mintB : market.pool.mintA;
    const reference = this.#of.references.get(mint);
    return reference === undefined ? 0n : worthUsd(amountOut, reference);
  }

  #published({ sale, usdOut, viaSolIn }: Combined, endFallPpm: bigint): TokenSale {
    const bySource: Partial<Record<SourceName, bigint>> = {};
    let largest = 0n;
    for (const { venue, amountIn } of sale.parts) {
      bySource[venue.source] = (bySource[venue.source] ?? 0n) + amountIn;
      if (amountIn > largest) largest = amountIn;
    }
    const share = (part: bigint): number => (sale.amountIn === 0n ? 0 : ratioToDouble(part, sale.amountIn));
    return {
      amountInRaw: sale.amountIn,
      usdOut,
      bySource,
      largestPoolShareF: share(largest),
      viaSolShareF: share(viaSolIn),
      endFallPpm,
      isLowerBound: this.#isLowerBound(endFallPpm),
    };
  }

  /** True where a pool may take more: of what it does nothing is known, it holds orders, or not all of it was read. */
  #isLowerBound(fall: bigint): boolean {
    const { direct, viaSol } = this.#of.classified;
    const venues = [...direct, ...viaSol, ...(viaSol.length > 0 ? this.#of.solLeg : [])];
    if (this.#excluded.some(({ isUnknown }) => isUnknown)) return true;
    if (venues.some(({ market }) => market.lowerBound.length > 0)) return true;
    const missing = new Map<Venue, Unknown>();
    sellToPrice(venues, fall, missing);
    return missing.size > 0;
  }
}

const NOTHING: Combined = { sale: sumOf([]), usdOut: 0n, viaSolIn: 0n };
