import type { Clock } from './pacing.ts';

/** An endpoint that was left, or has come back. Slots are of the moment at which all were asked. */
export interface Standing {
  readonly endpoint: string;
  readonly isLeft: boolean;
  readonly slot: number;
  /** Slots behind the one that is furthest. */
  readonly lagSlots: number;
}

export interface SlotWatchOptions<E> {
  readonly endpoints: readonly E[];
  readonly nameOf: (endpoint: E) => string;
  /** Asks an endpoint for its slot; fails where it does not answer. */
  readonly askSlot: (endpoint: E) => Promise<number>;
  /** Without a new slot for so long, an endpoint is left for one that is ahead. */
  readonly stillMs: number;
  readonly clock: Clock;
  readonly onChange: (standing: Standing) => void;
}

/** Without a new slot for so long something stands, the endpoint or the chain: half of what leaves a gap, so that what can be mended leaves none. */
export function standsAfterMs(gapAfterMs: number): number {
  return gapAfterMs / 2;
}

/** Further behind another one is left, however it moves. */
const MAX_LAG_SLOTS = 100;
/** One that was left comes back when it is no further behind. */
const CAUGHT_UP_SLOTS = 50;
/** Nodes of a chain that stands have stopped a few slots apart; one that goes on is soon further than this. */
const AHEAD_SLOTS = 10;
/** How often endpoints are compared that give no reason to. */
const COMPARE_EVERY_MS = 30_000;

/**
 * Watches whether the slots of endpoints rise, and leaves those that stand still while others go on: a node can answer everything and be
 * minutes old. Where none is ahead, the chain stands, and nobody is left.
 */
export class SlotWatch<E> {
  readonly #options: SlotWatchOptions<E>;
  readonly #seen = new Map<E, { readonly slot: number; readonly risenAt: number }>();
  readonly #left = new Set<E>();
  #comparedAt: number;
  #comparing: Promise<void> | undefined;

  constructor(options: SlotWatchOptions<E>) {
    this.#options = options;
    this.#comparedAt = options.clock.now();
  }

  isLeft(endpoint: E): boolean {
    return this.#left.has(endpoint);
  }

  /** An endpoint answered from this slot. Compares all where that gives a reason, or the last time is long ago. */
  saw(endpoint: E, slot: number): void {
    this.#note(endpoint, slot);
    if (this.#options.endpoints.length < 2) return;
    const { stillMs } = this.#options;
    const sinceMs = this.#options.clock.now() - this.#comparedAt;
    const isStill = this.#stillMs(endpoint) >= stillMs || this.#left.size > 0;
    if (sinceMs >= (isStill ? Math.min(stillMs / 3, COMPARE_EVERY_MS) : COMPARE_EVERY_MS)) void this.compare();
  }

  /** Asks every endpoint for its slot, and leaves and takes back by what they say. Those that do not answer stay as they are. */
  async compare(): Promise<void> {
    this.#comparing ??= this.#compare().finally(() => {
      this.#comparing = undefined;
    });
    return this.#comparing;
  }

  async #compare(): Promise<void> {
    const { endpoints, askSlot, clock } = this.#options;
    this.#comparedAt = clock.now();
    const answers = await Promise.all(
      endpoints.map(async (endpoint) => ({ endpoint, slot: await askSlot(endpoint).catch(() => undefined) })),
    );
    const slots = answers.flatMap(({ slot }) => slot ?? []);
    const furthest = Math.max(...slots);
    for (const { endpoint, slot } of answers) {
      if (slot === undefined) continue;
      this.#note(endpoint, slot);
      this.#judge(endpoint, slot, furthest - slot);
    }
  }

  #judge(endpoint: E, slot: number, lagSlots: number): void {
    const isStill = this.#stillMs(endpoint) >= this.#options.stillMs;
    const wasLeft = this.#left.has(endpoint);
    // The furthest is never left: however long it stands, none is ahead of it.
    const settled = wasLeft
      ? lagSlots > CAUGHT_UP_SLOTS || (isStill && lagSlots > 0)
      : lagSlots > MAX_LAG_SLOTS || (isStill && lagSlots > AHEAD_SLOTS);
    if (settled === wasLeft) return;
    if (settled) this.#left.add(endpoint);
    else this.#left.delete(endpoint);
    const { onChange, nameOf } = this.#options;
    onChange({ endpoint: nameOf(endpoint), isLeft: settled, slot, lagSlots });
  }

  #note(endpoint: E, slot: number): void {
    const known = this.#seen.get(endpoint);
    if (known === undefined || slot > known.slot)
      this.#seen.set(endpoint, { slot, risenAt: this.#options.clock.now() });
  }

  #stillMs(endpoint: E): number {
    const known = this.#seen.get(endpoint);
    return known === undefined ? 0 : this.#options.clock.now() - known.risenAt;
  }
}
