import { noiseAt } from './noise.ts';
import { hashNumber, hashText } from './prng.ts';
import { tokenFactsOf } from './tokens.ts';

/** Decimals of an oracle's answer, as most oracles give nearly all of their prices. */
const ORACLE_DECIMALS = 8;
/** Parts of a dollar that an answer counts. */
export const ORACLE_SCALE = 10n ** BigInt(ORACLE_DECIMALS);

/** Slots of the slowest swing: 18 hours at 300 ms. */
const PERIOD_SLOTS = 216_000;

/** The walk of one token's price. */
export interface PriceWalk {
  /** The oracle's answer at a slot, of 8 decimals. */
  answerAt(slot: number): bigint;
}

/** What a walk starts from. */
export interface PriceWalkOptions {
  readonly seed: number;
  readonly mint: string;
  /** The answer at `startSlot`. */
  readonly startAnswer: bigint;
  readonly startSlot: number;
}

/** Price of a token as a pure function of the slot: it wanders around its start, tokens of one group together. */
export function createPriceWalk(options: PriceWalkOptions): PriceWalk {
  const startPrice = Number(options.startAnswer) / Number(ORACLE_SCALE);
  const facts = tokenFactsOf(options.mint, startPrice);
  const groupKey = hashNumber(options.seed, hashText(`price group ${facts.group}`));
  const ownKey = hashNumber(options.seed, hashText(`price ${options.mint}`));
  const wander = (slot: number): number => {
    return 0.97 * noiseAt(groupKey, slot, PERIOD_SLOTS) + 0.03 * noiseAt(ownKey, slot, PERIOD_SLOTS);
  };
  const startWander = wander(options.startSlot);
  return {
    answerAt: (slot) => {
      const factor = 1 + (facts.amplitude * (wander(slot) - startWander)) / 2;
      return BigInt(Math.max(1, Math.floor(startPrice * factor * Number(ORACLE_SCALE) + 0.5)));
    },
  };
}
