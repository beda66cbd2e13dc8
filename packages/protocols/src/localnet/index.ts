import { kaminoScenario } from '../kamino/localnet/build-scenario.ts';
import { saveScenario } from '../save/localnet/scenario.ts';
import type { Scenario } from './scenario.ts';

export {
  buildStartAccounts,
  type ChainIdentity,
  type ChainStart,
  deriveGenesisHash,
  digestAccounts,
  scenarioSource,
  unixTimeOf,
} from './chain-start.ts';
export { Past, type PastConfiguration, type PastDay, type PastObservation, type PastOptions } from './past/past.ts';
export { type Observation, planObservations } from './past/plan.ts';
export { STORY, STORY_RESERVES, type Story } from './past/story.ts';
export type { Move, MoveEvent, MoverOptions, ReserveMover, Scenario, ScenarioStart } from './scenario.ts';
export { createPriceWalk, ORACLE_SCALE, type PriceWalk, type PriceWalkOptions } from './price-walk.ts';
export { derivePseudoAddress } from './pseudo-address.ts';
export { createPrng, hashNumber, hashText, type Prng } from './prng.ts';

/** What the simulated chain is made of, in the order of the protocols. */
export const SCENARIOS: readonly Scenario[] = [kaminoScenario, saveScenario];
