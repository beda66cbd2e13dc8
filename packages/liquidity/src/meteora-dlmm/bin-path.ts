import { refusal } from '@tidemark/core';
import type { CurveEnd, Fill, Path, Piece } from '../common/curve.ts';
import { BPS, ceilDiv, Q64 } from '../common/exact.ts';
import { type Direction, type Fraction, outPerIn } from '../common/price.ts';
import { type Bin, BINS_PER_ARRAY, type LbPair } from './accounts.ts';
import { binPrice } from './bin-price.ts';

const FEE_ONE = 1_000_000_000n;
const MAX_RATE = 100_000_000n;
const VOLATILITY_SCALE = 10_000n;
const CONTROL_DENOMINATOR = 100_000_000_000n;

/** Bins of an array by its index; undefined where it was not read. */
export type BinArrays = ReadonlyMap<number, readonly Bin[]>;

export interface BinState {
  readonly pair: LbPair;
  readonly arrays: BinArrays;
  /** Arrays with liquidity, ascending; those that are not in `arrays` were not read. */
  readonly listed: readonly number[];
  /** Beyond these indexes it is not known which arrays there are. */
  readonly knownFrom: number;
  readonly knownTo: number;
  /** Unix seconds. */
  readonly now: bigint;
}

/** Bins one after the other, each at one price, with a fee that rises with their distance. Targets are prices, Q64.64. */
export class BinPath implements Path<number, bigint> {
  readonly start: number;
  readonly startPrice: bigint;
  readonly mostIn = null;
  readonly #state: BinState;
  readonly #sellsX: boolean;
  readonly #reference: { readonly bin: number; readonly volatility: bigint };

  constructor(state: BinState, direction: Direction) {
    this.#state = state;
    this.#sellsX = direction === 'a_to_b';
    this.start = state.pair.activeBin;
    this.startPrice = binPrice(state.pair.binStep, state.pair.activeBin);
    this.#reference = referenceAt(state.pair, state.now);
  }

  next(from: number): Piece<number> | CurveEnd {
    const bin = this.#seek(from);
    if (typeof bin === 'string') return bin;
    const price = this.#priceOf(bin);
    const layers = this.#layersOf(bin);
    // Known to be empty up to here, and not known from here on.
    if (layers.length === 0) return { amountIn: 0n, amountOut: 0n, fee: 0n, endPrice: price, to: bin, crosses: false };
    const rate = this.#rateAt(bin);
    const gross = layers.reduce((sum, layer) => sum + layer, 0n);
    const needed = layers.reduce((sum, layer) => sum + this.#costOf(layer, price), 0n);
    const fee = this.#takesFromOutput() ? ceilDiv(gross * rate, FEE_ONE) : ceilDiv(needed * rate, FEE_ONE - rate);
    return {
      amountIn: this.#takesFromOutput() ? needed : needed + fee,
      amountOut: this.#takesFromOutput() ? gross - fee : gross,
      fee,
      endPrice: price,
      to: this.#after(bin),
      crosses: true,
    };
  }

  fillIn(from: number, amountIn: bigint): Fill {
    const { price, rate, layers } = this.#at(from);
    const takesFromOutput = this.#takesFromOutput();
    const inputFee = takesFromOutput ? 0n : ceilDiv(amountIn * rate, FEE_ONE);
    let left = amountIn - inputFee;
    let gross = 0n;
    for (const layer of layers) {
      const cost = this.#costOf(layer, price);
      gross += left >= cost ? layer : this.#sellsX ? (left * price) / Q64 : (left * Q64) / price;
      left -= left >= cost ? cost : left;
    }
    const outputFee = takesFromOutput ? ceilDiv(gross * rate, FEE_ONE) : 0n;
    return { amountIn, amountOut: gross - outputFee, fee: inputFee + outputFee, endPrice: price };
  }

  fillOut(from: number, amountOut: bigint): Fill {
    const { price, rate, layers } = this.#at(from);
    const takesFromOutput = this.#takesFromOutput();
    const gross = takesFromOutput ? ceilDiv(amountOut * FEE_ONE, FEE_ONE - rate) : amountOut;
    let left = gross;
    let net = 0n;
    for (const layer of layers) {
      const part = left < layer ? left : layer;
      net += this.#costOf(part, price);
      left -= part;
    }
    const fee = takesFromOutput ? gross - amountOut : ceilDiv(net * rate, FEE_ONE - rate);
    return { amountIn: takesFromOutput ? net : net + fee, amountOut, fee, endPrice: price };
  }

  fillTo(_from: number, piece: Piece<number>, target: bigint): Fill | null {
    const isBeyond = this.#sellsX ? piece.endPrice < target : piece.endPrice > target;
    return isBeyond ? { amountIn: 0n, amountOut: 0n, fee: 0n, endPrice: target } : null;
  }

  isAtTarget(bin: number, target: bigint): boolean {
    const price = this.#priceOf(bin);
    return this.#sellsX ? price < target : price > target;
  }

  keptAt(from: number): Fraction {
    return { numerator: FEE_ONE - this.#at(from).rate, denominator: FEE_ONE };
  }

  outPerInAt(price: bigint): Fraction {
    return outPerIn({ numerator: price, denominator: Q64 }, this.#sellsX ? 'a_to_b' : 'b_to_a');
  }

  /** The next bin that pays something, or the first one of an array that was not read. */
  #seek(start: number): number | CurveEnd {
    let bin = start;
    const { arrays, listed } = this.#state;
    const most = arrays.size * BINS_PER_ARRAY + listed.length + 1;
    for (let steps = 0; steps <= most; steps++) {
      const index = Math.floor(bin / BINS_PER_ARRAY);
      if (this.#state.arrays.has(index)) {
        if (this.#layersOf(bin).length > 0) return bin;
        bin = this.#after(bin);
        continue;
      }
      const next = this.#nextArray(index);
      if (next === null) return 'out_of_liquidity';
      if (next === index) return bin === start ? 'missing_array' : bin;
      bin = this.#sellsX ? next * BINS_PER_ARRAY + BINS_PER_ARRAY - 1 : next * BINS_PER_ARRAY;
    }
    // Every bin is passed once, and every array that was not read is jumped to once.
    throw refusal('ARITHMETIC_OVERFLOW', 'bins on the way', `at most ${most}`, most + 1);
  }

  /** The next array with liquidity from an index on, that index included; null where there is none. */
  #nextArray(index: number): number | null {
    const { listed, knownFrom, knownTo } = this.#state;
    if (this.#sellsX) {
      if (index < knownFrom) return index;
      const found = listed.findLast((place) => place <= index);
      return found ?? (knownFrom === -Infinity ? null : knownFrom - 1);
    }
    if (index > knownTo) return index;
    return listed.find((place) => place >= index) ?? (knownTo === Infinity ? null : knownTo + 1);
  }

  #after(bin: number): number {
    return this.#sellsX ? bin - 1 : bin + 1;
  }

  #binAt(bin: number): Bin | undefined {
    const index = Math.floor(bin / BINS_PER_ARRAY);
    return this.#state.arrays.get(index)?.[bin - index * BINS_PER_ARRAY];
  }

  /** What a bin pays, in the order in which it does: its liquidity, then its limit orders. */
  #layersOf(bin: number): readonly bigint[] {
    const found = this.#binAt(bin);
    if (found === undefined) return [];
    const pays = this.#sellsX ? 'y' : 'x';
    const layers = found.ordersPay === pays ? [found[pays], ...found.orders] : [found[pays]];
    return layers.filter((amount) => amount > 0n);
  }

  /** What is paid in for an output, rounded up. */
  #costOf(amountOut: bigint, price: bigint): bigint {
    return this.#sellsX ? ceilDiv(amountOut * Q64, price) : ceilDiv(amountOut * price, Q64);
  }

  #priceOf(bin: number): bigint {
    const stored = this.#binAt(bin)?.price ?? 0n;
    return stored === 0n ? binPrice(this.#state.pair.binStep, bin) : stored;
  }

  #at(from: number): { price: bigint; rate: bigint; layers: readonly bigint[] } {
    const found = this.#seek(from);
    const bin = typeof found === 'string' ? from : found;
    return { price: this.#priceOf(bin), rate: this.#rateAt(bin), layers: this.#layersOf(bin) };
  }

  #takesFromOutput(): boolean {
    return this.#state.pair.feeInY && this.#sellsX;
  }

  #rateAt(bin: number): bigint {
    const { baseFactor, binStep, basePower, feeControl, maxVolatility } = this.#state.pair;
    const step = BigInt(binStep);
    const base = baseFactor * step * 10n * 10n ** BigInt(basePower);
    const grown = this.#reference.volatility + BigInt(Math.abs(this.#reference.bin - bin)) * VOLATILITY_SCALE;
    const crossed = (grown < maxVolatility ? grown : maxVolatility) * step;
    const rate = base + (feeControl === 0n ? 0n : ceilDiv(feeControl * crossed * crossed, CONTROL_DENOMINATOR));
    return rate < MAX_RATE ? rate : MAX_RATE;
  }
}

/** What volatility is counted from, by how long ago the last swap was. */
function referenceAt(pair: LbPair, now: bigint): { bin: number; volatility: bigint } {
  const elapsed = now - pair.lastUpdateAt;
  if (elapsed < pair.filterPeriod) return { bin: pair.binReference, volatility: pair.volatilityReference };
  const volatility = elapsed < pair.decayPeriod ? (pair.volatility * pair.reductionFactor) / BPS : 0n;
  return { bin: pair.activeBin, volatility };
}
