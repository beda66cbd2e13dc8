import { FRACTION_BITS } from '@tidemark/protocols/kamino';
import { noiseAt } from '../random/noise.ts';
import { hashNumber, hashText } from '../random/prng.ts';
import { tokenFactsOf } from './tokens.ts';

/** Decimals of an oracle's answer, as Scope gives nearly all of its prices. */
const ORACLE_DECIMALS = 8;
const ORACLE_SCALE = 10n ** BigInt(ORACLE_DECIMALS);

/** Slots of the slowest swing: a day at 400 ms. */
const PERIOD_SLOTS = 216_000;

/** The walk of one token's price. */
export interface PriceWalk {
  /** The program's fixed-point price at a slot: an oracle answer of 8 decimals, scaled the way the program does. */
  priceSfAt(slot: number): bigint;
}

/** What a walk starts from. */
export interface PriceWalkOptions {
  readonly seed: number;
  readonly mint: string;
  /** USD for one whole token at `startSlot`, 60-bit fixed point; not 0. */
  readonly startPriceSf: bigint;
  readonly startSlot: number;
}

/** Price of a token as a pure function of the slot: it wanders around its start, tokens of one group together. */
export function createPriceWalk(options: PriceWalkOptions): PriceWalk {
  const startPrice = Number((options.startPriceSf * ORACLE_SCALE) >> FRACTION_BITS) / Number(ORACLE_SCALE);
  const facts = tokenFactsOf(options.mint, startPrice);
  const groupKey = hashNumber(options.seed, hashText(`price group ${facts.group}`));
  const ownKey = hashNumber(options.seed, hashText(`price ${options.mint}`));
  const wander = (slot: number): number => {
    return 0.97 * noiseAt(groupKey, slot, PERIOD_SLOTS) + 0.03 * noiseAt(ownKey, slot, PERIOD_SLOTS);
  };
  const startWander = wander(options.startSlot);
  return {
    priceSfAt: (slot) => {
      const factor = 1 + (facts.amplitude * (wander(slot) - startWander)) / 2;
      const answer = BigInt(Math.max(1, Math.floor(startPrice * factor * Number(ORACLE_SCALE) + 0.5)));
      return (answer << FRACTION_BITS) / ORACLE_SCALE;
    },
  };
}
