import type { AccountBytes } from '@tidemark/core';
import { noiseAt } from '../../localnet/noise.ts';
import { createPriceWalk, ORACLE_SCALE, type PriceWalk } from '../../localnet/price-walk.ts';
import { createPrng, hashNumber, hashText } from '../../localnet/prng.ts';
import { derivePseudoAddress } from '../../localnet/pseudo-address.ts';
import type { Move, MoveEvent, MoverOptions, ReserveMover, Scenario } from '../../localnet/scenario.ts';
import { decodeReserve } from '../accounts.ts';
import { WAD } from '../wad.ts';
import { buildAccounts } from './build-accounts.ts';
import { SavePastModel } from './past-model.ts';
import { type Baseline, baselineOf, moveReserve } from './move-reserve.ts';

/** Slots of the slowest swing of supply and utilization: 45 minutes at 300 ms. */
const PULL_PERIOD_SLOTS = 9_000;
const WADS_OF_ANSWER = WAD / ORACLE_SCALE;

interface WalkedReserve {
  readonly baseline: Baseline;
  readonly key: number;
  readonly price: PriceWalk;
}

/** Users, keepers and oracles: every event begins with a refresh, because nothing can be done without one. */
class SaveMover implements ReserveMover {
  readonly #newest: MoverOptions['newest'];
  readonly #reserves: ReadonlyMap<string, WalkedReserve>;

  constructor(options: MoverOptions) {
    this.#newest = options.newest;
    this.#reserves = new Map(options.startAccounts.map((account) => [account.address, describeWalk(account, options)]));
  }

  get addresses(): readonly string[] {
    return [...this.#reserves.keys()];
  }

  move({ address, slot, key }: MoveEvent): Move | null {
    const account = this.#newest(address);
    const walked = this.#reserves.get(address);
    if (account === null || walked === undefined) return null;
    const random = createPrng(key);
    return moveReserve(account, walked.baseline, {
      slot: BigInt(slot),
      oraclePriceWads: walked.price.answerAt(slot) * WADS_OF_ANSWER,
      pull: {
        supply: noiseAt(hashNumber(walked.key, 1), slot, PULL_PERIOD_SLOTS),
        utilization: noiseAt(hashNumber(walked.key, 2), slot, PULL_PERIOD_SLOTS),
      },
      random: () => random.nextFloat(),
    });
  }
}

function describeWalk(account: AccountBytes, { seed, startSlot }: MoverOptions): WalkedReserve {
  const { mint, marketPriceWads } = decodeReserve(account).liquidity;
  const startAnswer = marketPriceWads / WADS_OF_ANSWER;
  return {
    baseline: baselineOf(account),
    key: hashNumber(seed, hashText(`walk ${account.address}`)),
    price: createPriceWalk({ seed, mint, startAnswer, startSlot }),
  };
}

/** Three markets of Save, one of which anybody created, and what moves their reserves. */
export const saveScenario: Scenario = {
  name: 'save',
  version: 2,
  build: ({ seed, startSlot }) =>
    buildAccounts(
      {
        address: (label) => derivePseudoAddress(`save ${label}`),
        random: (label) => createPrng(hashNumber(seed, hashText(label))).nextFloat(),
      },
      BigInt(startSlot),
    ),
  seldom: () => new Set(),
  createMover: (options) => new SaveMover(options),
  createPastModel: () => new SavePastModel(),
  lastUpdateSlot: (account) => decodeReserve(account).lastUpdate.slot,
  // Its market is not part of the accrual.
  standInMarket: () => null,
};
