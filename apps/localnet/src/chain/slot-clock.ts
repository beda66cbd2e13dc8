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

/** Slots and chain time as a function of wall time. The slot never goes back, even where the wall clock does. */
export class SlotClock {
  readonly slotMs: number;
  readonly reportedSlotMs: number;
  readonly #nowMs: () => number;
  #anchor: ClockAnchor;
  #highestSlot: number;

  constructor(options: SlotClockOptions) {
    this.slotMs = options.slotMs;
    this.reportedSlotMs = options.reportedSlotMs;
    this.#nowMs = options.nowMs;
    this.#anchor = options.anchor;
    this.#highestSlot = options.anchor.slot;
  }

  get anchor(): ClockAnchor {
    return this.#anchor;
  }

  get frozen(): boolean {
    return this.slotMs === 0;
  }

  /** The slot that the chain is in now. */
  currentSlot(): number {
    if (!this.frozen) {
      const elapsedMs = Math.max(0, this.#nowMs() - this.#anchor.wallMs);
      this.#highestSlot = Math.max(this.#highestSlot, this.#anchor.slot + Math.floor(elapsedMs / this.slotMs));
    }
    return this.#highestSlot;
  }

  /** Unix time of a slot, in whole seconds, as the Clock sysvar gives it. A pure function of the slot. */
  unixTimeAt(slot: number): number {
    return Math.floor((this.#anchor.unixTimeMs + (slot - this.#anchor.slot) * this.reportedSlotMs) / 1000);
  }

  /** Moves the clock to a slot and a time; from there it continues as before (or stays, when frozen). */
  set(slot: number, unixTimeMs: number): void {
    this.#anchor = { slot, unixTimeMs, wallMs: this.#nowMs() };
    this.#highestSlot = slot;
  }
}
