import type { AccountBytes } from '@tidemark/core';
import { type ChainStart, unixTimeOf } from '../chain-start.ts';
import { noiseAt } from '../noise.ts';
import { createPriceWalk, ORACLE_SCALE, type PriceWalk } from '../price-walk.ts';
import { hashNumber, hashText } from '../prng.ts';
import { TOKEN_FACTS } from '../tokens.ts';
import type { PastModel, PastParameters, PastStep } from './past-model.ts';
import { type Observation, OBSERVATION_SECONDS, storyTime } from './plan.ts';
import type { Character, Run, Story } from './story.ts';

const HOUR_MS = 3_600_000;
const MONTH_HOURS = 720;
/** Three days at 400 ms: the slowest swing of supply and utilization. */
const SWING_SLOTS = 648_000;
/** An event lies within so many slots before the observation that sees it. */
const EVENT_SPREAD_SLOTS = 150;
const LEAST_SUPPLY = 0.2;
const MOST_UTILIZATION = 0.97;
const PARTS = 1_000_000_000;

export interface ReservePastOptions {
  readonly model: PastModel;
  /** As the chain begins with it. */
  readonly account: AccountBytes;
  readonly chain: ChainStart;
  readonly story: Story;
  /** In the order of time. */
  readonly observations: readonly Observation[];
}

/** What happens to one reserve before the chain begins: a pure function of the chain's start and the story. */
export class ReservePast {
  readonly address: string;
  readonly #options: ReservePastOptions;
  readonly #start: unknown;
  readonly #suppliedRaw: bigint;
  readonly #utilization: number;
  readonly #key: number;
  readonly #character: Character;
  readonly #price: PriceWalk | null;

  constructor(options: ReservePastOptions) {
    const { model, account, chain, story } = options;
    this.#options = options;
    this.address = account.address;
    this.#start = model.decode(account);
    this.#suppliedRaw = model.suppliedRaw(this.#start);
    this.#utilization = model.utilization(this.#start);
    const seed = hashText(chain.seed);
    this.#key = hashNumber(seed, hashText(`past ${account.address}`));
    this.#character = story.characters.get(account.address) ?? story.usual;
    const mint = model.tokenMint(this.#start);
    const answer = model.answer(this.#start) ?? usualAnswer(mint);
    this.#price =
      answer === null ? null : createPriceWalk({ seed, mint, startAnswer: answer, startSlot: chain.startSlot });
  }

  /** The state that the first observation sees, with indices that grow to those of the chain's start. Twice as much work as the past itself. */
  *prepare(): Generator<undefined, unknown> {
    const { model, observations } = this.#options;
    const begun = this.#begin();
    let reached = begun;
    for (let place = 1; place < observations.length - 1; place += 1) {
      reached = this.next(reached, place);
      yield;
    }
    const last = observations.at(-1);
    // Without anything that users do, so that only growth is compared.
    if (last !== undefined) reached = model.step(reached, { ...this.#stepAt(last.slot), ...amountsOf(model, reached) });
    return model.fit(begun, reached, this.#start);
  }

  /** What the observation at a place sees, from what the one before it saw. */
  next(before: unknown, place: number): unknown {
    const { model, observations } = this.#options;
    const observation = observations[place];
    if (observation === undefined || place === observations.length - 1) return this.#start;
    const parameters = this.parametersAt(observation);
    const earlier = observations[place - 1];
    const isChanged = earlier !== undefined && !isSame(this.parametersAt(earlier), parameters);
    // By the time and not by the place: a longer past has the same days.
    const draw = hashNumber(this.#key, Math.floor(observation.unixTime / OBSERVATION_SECONDS));
    const isUsed = draw / 0x1_0000_0000 < this.#character.activity || isChanged || this.#isRun(observation);
    if (!isUsed) return before;
    const configured = isChanged ? model.configure(before, this.#start, parameters) : before;
    return model.step(configured, this.#stepAt(observation.slot - 3 - (draw % EVENT_SPREAD_SLOTS), observation));
  }

  encode(state: unknown): AccountBytes {
    const { account, model } = this.#options;
    return state === this.#start ? account : { ...account, data: model.encode(state, account.data) };
  }

  /** The account with the parameters of a time, and everything else as at the start. */
  configured(observation: Observation): AccountBytes {
    const { account, model } = this.#options;
    const reserve = model.configure(this.#start, this.#start, this.parametersAt(observation));
    return { ...account, data: model.encode(reserve, account.data) };
  }

  /** The parameters that differ from those at the start of the chain. */
  parametersAt({ unixTime }: Observation): PastParameters {
    const { story, chain } = this.#options;
    return story.changes
      .filter(({ reserve, at }) => reserve === this.address && storyTime(chain, at) > unixTime)
      .toSorted((a, b) => a.at - b.at)
      .reduce<PastParameters>((all, { before }) => ({ ...all, ...before }), {});
  }

  #begin(): unknown {
    const { model, observations } = this.#options;
    const [first] = observations;
    if (first === undefined) return this.#start;
    const configured = model.configure(this.#start, this.#start, this.parametersAt(first));
    return model.begin(configured, this.#stepAt(first.slot - EVENT_SPREAD_SLOTS, first));
  }

  /** What is wanted of an event, whose parameters are those of the observation that sees it. */
  #stepAt(slot: number, seen: Observation = { slot, unixTime: unixTimeOf(this.#options.chain, slot) }): PastStep {
    const { chain } = this.#options;
    const hoursBefore = ((chain.startSlot - slot) * chain.reportedSlotMs) / HOUR_MS;
    const swing = (key: number): number =>
      noiseAt(hashNumber(this.#key, key), slot, SWING_SLOTS) -
      noiseAt(hashNumber(this.#key, key), chain.startSlot, SWING_SLOTS);
    const { supplySwing, utilizationSwing, growth } = this.#character;
    const factor = 1 - (growth * hoursBefore) / MONTH_HOURS + supplySwing * swing(1);
    const wish = this.#utilization + utilizationSwing * swing(2);
    const usual = this.#utilization === 0 ? 0 : Math.min(MOST_UTILIZATION, Math.max(0, wish));
    const emptied = this.#emptiedAt(hoursBefore);
    const utilization = usual + (1 - usual) * emptied;
    // Suppliers leave, debtors stay.
    const supply = Math.max(LEAST_SUPPLY, factor) * (emptied === 0 ? 1 : usual / utilization);
    return {
      slot,
      unixTime: unixTimeOf(chain, slot),
      answer: this.#answerAt(slot, seen),
      suppliedRaw: (this.#suppliedRaw * BigInt(Math.round(supply * PARTS))) / BigInt(PARTS),
      utilization,
    };
  }

  /** Null where the reserve has no oracle then, or one that stands still. */
  #answerAt(slot: number, seen: Observation): bigint | null {
    const { chain, story, model } = this.#options;
    const { frozenOracle } = story;
    const from = storyTime(chain, frozenOracle.from);
    const isFrozen = seen.unixTime > from && seen.unixTime <= from + frozenOracle.hours * 3_600;
    if (isFrozen && frozenOracle.reserve === this.address) return null;
    const isPriced = model.answer(this.#start) !== null || this.parametersAt(seen).inUse !== undefined;
    return isPriced ? (this.#price?.answerAt(slot) ?? null) : null;
  }

  #isRun({ slot }: Observation): boolean {
    const { chain } = this.#options;
    return this.#emptiedAt(((chain.startSlot - slot) * chain.reportedSlotMs) / HOUR_MS) > 0;
  }

  /** 0: as usual; 1: all that is supplied is lent. */
  #emptiedAt(hoursBefore: number): number {
    const runs = this.#options.story.runs.filter(({ reserve }) => reserve === this.address);
    return Math.max(0, ...runs.map((run) => emptiedBy(run, hoursBefore)));
  }
}

function emptiedBy({ from, hours: [leaving, empty, returning] }: Run, hoursBefore: number): number {
  const since = from - hoursBefore;
  if (since <= 0 || since >= leaving + empty + returning) return 0;
  if (since < leaving) return since / leaving;
  return since < leaving + empty ? 1 : 1 - (since - leaving - empty) / returning;
}

function amountsOf(model: PastModel, reserve: unknown): Pick<PastStep, 'suppliedRaw' | 'utilization'> {
  return { suppliedRaw: model.suppliedRaw(reserve), utilization: model.utilization(reserve) };
}

/** What a token without a price cost while it had one. */
function usualAnswer(mint: string): bigint | null {
  const facts = TOKEN_FACTS[mint];
  return facts === undefined ? null : BigInt(Math.round(facts.priceUsd * Number(ORACLE_SCALE)));
}

function isSame(left: PastParameters, right: PastParameters): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
