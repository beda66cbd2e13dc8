/** A point that fixes the clock: at wall time `wallMs` the chain is at `slot`, whose time is `unixTimeMs`. */
export interface ClockAnchor {
  readonly slot: number;
  readonly unixTimeMs: number;
  readonly wallMs: number;
}

/** What the clock runs by. */
export interface SlotClockOptions {
  readonly anchor: ClockAnchor;
  /** Real milliseconds per slot; 0 freezes the clock. */
  readonly slotMs: number;
  /** Chain milliseconds per slot: what the unix time advances by. */
  readonly reportedSlotMs: number;
  /** Wall time in milliseconds. */
  readonly nowMs: () => number;
}

/** Slots of one length: at `slot`, from which on they have it, the chain's time is `unixTimeMs`. */
interface SlotPace {
  readonly slot: number;
  readonly unixTimeMs: number;
  readonly reportedSlotMs: number;
}

/** Slots and chain time as a function of wall time. The slot never goes back, even where the wall clock does. */
export class SlotClock {
  readonly slotMs: number;
  readonly #nowMs: () => number;
  /** The latest first. */
  #paces: readonly [SlotPace, ...SlotPace[]];
  #wallMs: number;
  #highestSlot: number;

  constructor({ anchor, slotMs, reportedSlotMs, nowMs }: SlotClockOptions) {
    this.slotMs = slotMs;
    this.#nowMs = nowMs;
    this.#paces = [{ slot: anchor.slot, unixTimeMs: anchor.unixTimeMs, reportedSlotMs }];
    this.#wallMs = anchor.wallMs;
    this.#highestSlot = anchor.slot;
  }

  get anchor(): ClockAnchor {
    const [{ slot, unixTimeMs }] = this.#paces;
    return { slot, unixTimeMs, wallMs: this.#wallMs };
  }

  /** Of the slots of now. */
  get reportedSlotMs(): number {
    return this.#paces[0].reportedSlotMs;
  }

  get frozen(): boolean {
    return this.slotMs === 0;
  }

  /** The slot that the chain is in now. */
  currentSlot(): number {
    if (!this.frozen) {
      const elapsedMs = Math.max(0, this.#nowMs() - this.#wallMs);
      this.#highestSlot = Math.max(this.#highestSlot, this.#paces[0].slot + Math.floor(elapsedMs / this.slotMs));
    }
    return this.#highestSlot;
  }

  /** Unix time of a slot, in whole seconds, as the Clock sysvar gives it. A pure function of the slot. */
  unixTimeAt(slot: number): number {
    return Math.floor(this.#unixTimeMsAt(slot) / 1000);
  }

  /** Moves the clock to a slot and a time; from there it continues as before (or stays, when frozen). */
  set(slot: number, unixTimeMs: number): void {
    this.#paces = [{ slot, unixTimeMs, reportedSlotMs: this.reportedSlotMs }];
    this.#wallMs = this.#nowMs();
    this.#highestSlot = slot;
  }

  /** Moves a frozen clock on by so many slots. */
  step(slots: number): void {
    this.#highestSlot += slots;
  }

  /** Slots after the one that a frozen clock is in take so many milliseconds; times of earlier ones stay. */
  changePace(reportedSlotMs: number): void {
    const slot = this.#highestSlot;
    this.#paces = [{ slot, unixTimeMs: this.#unixTimeMsAt(slot), reportedSlotMs }, ...this.#paces];
  }

  /** What getRecentPerformanceSamples says at a slot, newest first. Periods in which the length of slots changed are left out. */
  listPerformanceSamples(currentSlot: number, limit: number): PerformanceSample[] {
    const samples: PerformanceSample[] = [];
    let end = currentSlot;
    for (const [place, { slot: first, reportedSlotMs }] of this.#paces.entries()) {
      const isOldest = place === this.#paces.length - 1;
      const ofPace = listPerformanceSamples(end, reportedSlotMs, limit - samples.length);
      samples.push(...ofPace.filter(({ slot, numSlots }) => isOldest || slot - numSlots >= first));
      end = Math.min(end, first);
    }
    return samples;
  }

  #unixTimeMsAt(slot: number): number {
    const pace = this.#paces.find((each) => slot >= each.slot) ?? this.#paces.at(-1) ?? this.#paces[0];
    return pace.unixTimeMs + (slot - pace.slot) * pace.reportedSlotMs;
  }
}

/** Slots of an epoch, as on mainnet. */
export const SLOTS_PER_EPOCH = 432_000;

/** The epoch of a slot and the slot's place in it. The schedule has no warm-up, as on mainnet. */
export function epochOf(slot: number): {
  readonly epoch: number;
  readonly slotIndex: number;
  readonly firstSlot: number;
} {
  const epoch = Math.floor(slot / SLOTS_PER_EPOCH);
  return { epoch, slotIndex: slot % SLOTS_PER_EPOCH, firstSlot: epoch * SLOTS_PER_EPOCH };
}

/** One entry of getRecentPerformanceSamples. */
export interface PerformanceSample {
  readonly slot: number;
  readonly numSlots: number;
  readonly samplePeriodSecs: number;
  readonly numTransactions: number;
  readonly numNonVoteTransactions: number;
}

/** Seconds that a real node samples over. */
const USUAL_PERIOD_SECS = 60;
/** Longest period used to make one sample exact; the field is a u16 and a client expects about a minute. */
const MAX_EXACT_PERIOD_SECS = 1_000;
const MICROS_PER_SECOND = 1_000_000;
const TRANSACTIONS_PER_SLOT = 1_300;
const NON_VOTE_TRANSACTIONS_PER_SLOT = 560;

/**
 * The newest `limit` samples, newest first, whose seconds and slots say that a slot takes `reportedSlotMs`: in every
 * sample exactly, where a period up to 1,000 s allows it (400 ms: 150 slots in 60 s; 450 ms: 140 in 63 s; 314 ms:
 * 500 in 157 s), else in their sum, to within one slot.
 */
export function listPerformanceSamples(
  currentSlot: number,
  reportedSlotMs: number,
  limit: number,
): PerformanceSample[] {
  const slotMicros = Math.round(reportedSlotMs * 1_000);
  const periodSecs = exactPeriodSecs(slotMicros) ?? USUAL_PERIOD_SECS;
  const samples: PerformanceSample[] = [];
  const newest = Math.floor((currentSlot * slotMicros) / (periodSecs * MICROS_PER_SECOND));
  for (let index = newest; index > newest - limit && index > 0; index -= 1) {
    const slot = slotAtPeriod(index, periodSecs, slotMicros);
    const numSlots = slot - slotAtPeriod(index - 1, periodSecs, slotMicros);
    samples.push({
      slot,
      numSlots,
      samplePeriodSecs: periodSecs,
      numTransactions: numSlots * TRANSACTIONS_PER_SLOT,
      numNonVoteTransactions: numSlots * NON_VOTE_TRANSACTIONS_PER_SLOT,
    });
  }
  return samples;
}

function slotAtPeriod(index: number, periodSecs: number, slotMicros: number): number {
  return Math.floor((index * periodSecs * MICROS_PER_SECOND) / slotMicros);
}

/** The multiple of the shortest exact period that is at least a minute, or null where that is too long. */
function exactPeriodSecs(slotMicros: number): number | null {
  const shortest = slotMicros / greatestCommonDivisor(slotMicros, MICROS_PER_SECOND);
  const period = shortest * Math.ceil(USUAL_PERIOD_SECS / shortest);
  return period <= MAX_EXACT_PERIOD_SECS ? period : null;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
