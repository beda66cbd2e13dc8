import { errorCode } from '@tidemark/runtime';
import type { Clock, Rpc } from '../rpc/index.ts';
import type { BankClock } from './bank-clock.ts';
import { fetchBatch, type FetchedBatch, PipelineError } from './fetch-batch.ts';

/** How long all nodes may be behind before they are believed. */
const BELIEVED_AFTER_MS = 60_000;
/** A busy machine may take so long from one answer to the next. */
const LEAST_PAUSE_MS = 5_000;

export interface LaneFetch {
  /** Work that comes again: its answers must not come from older and older slots. */
  readonly lane: string | undefined;
  readonly keys: readonly string[];
  /** A slot that the answer must have reached. */
  readonly minContextSlot: bigint | undefined;
  readonly requestId: string;
  /** Host of an endpoint that is asked last. */
  readonly avoid?: string;
}

/**
 * Remembers the newest slot of each lane (a batch's place in the poll), so that the next answer cannot be older. That separates
 * one slow node from a chain that went back: when no node has reached the floor for a minute, the floor is given up. Stored rows
 * are safe either way, because an older slot never replaces a newer.
 */
export class SlotFloor {
  readonly #clock: Clock;
  readonly #bankClock: Pick<BankClock, 'begin'>;
  readonly #onGivenUp: (lane: string) => void;
  readonly #haltedMs: number;
  /** Longer than this nobody looked: twice `haltedMs` is a gap itself, and polls are never as far apart. */
  readonly #pauseMs: number;
  readonly #lanes = new Map<string, { readonly slot: bigint; readonly reachedAt: number; readonly since: number }>();

  /** A lane that has been given one bank for `haltedMs` gets no more of it; for ever when left out. */
  constructor(
    clock: Clock,
    bankClock: Pick<BankClock, 'begin'>,
    onGivenUp: (lane: string) => void = () => undefined,
    haltedMs = Infinity,
  ) {
    this.#haltedMs = haltedMs;
    this.#pauseMs = Math.max(2 * haltedMs, LEAST_PAUSE_MS);
    this.#clock = clock;
    this.#bankClock = bankClock;
    this.#onGivenUp = onGivenUp;
  }

  /**
   * Fetches a batch from a bank that is not older than the one before it in the lane. Fails with CHAIN_HALTED where that bank is all there has
   * been for long: it is stored already, and says nothing of now.
   */
  async fetch(rpc: Rpc, { lane, keys, minContextSlot, requestId, avoid }: LaneFetch): Promise<FetchedBatch> {
    const floor = lane === undefined ? undefined : this.of(lane);
    const [highest] = [minContextSlot, floor].filter((slot) => slot !== undefined).toSorted((a, b) => (a > b ? -1 : 1));
    try {
      const fetched = await fetchBatch(rpc, keys, {
        requestId,
        bankClock: this.#bankClock,
        ...(avoid === undefined ? {} : { avoid }),
        ...(highest === undefined ? {} : { minContextSlot: highest }),
      });
      if (lane !== undefined) {
        this.reached(lane, fetched.bank.slot);
        this.#expectMoving(lane, fetched.bank.slot);
      }
      return fetched;
    } catch (error) {
      if (lane !== undefined && errorCode(error) === 'NODE_BEHIND' && this.refused(lane)) this.#onGivenUp(lane);
      throw error;
    }
  }

  /** The lowest slot that an answer for this lane may come from; undefined = any. */
  of(lane: string): bigint | undefined {
    return this.#lanes.get(lane)?.slot;
  }

  /** An answer came from this slot. */
  reached(lane: string, slot: bigint): void {
    const known = this.#lanes.get(lane);
    if (known !== undefined && known.slot > slot) return;
    const reachedAt = this.#clock.now();
    // While nobody looked, as while the process was stopped, the chain may have moved: what it shows next is new.
    const isWatched = known !== undefined && known.slot === slot && reachedAt - known.reachedAt <= this.#pauseMs;
    this.#lanes.set(lane, { slot, reachedAt, since: isWatched ? known.since : reachedAt });
  }

  /** How long answers for this lane have come from one bank, without a longer pause between two of them; 0 where none came. */
  standsMs(lane: string): number {
    const known = this.#lanes.get(lane);
    return known === undefined ? 0 : known.reachedAt - known.since;
  }

  #expectMoving(lane: string, slot: bigint): void {
    const standsMs = this.standsMs(lane);
    if (standsMs <= this.#haltedMs) return;
    const message = `the chain shows slot ${slot} and no later one for ${Math.round(standsMs / 1000)} s`;
    throw new PipelineError('CHAIN_HALTED', message);
  }

  /** No node had reached the floor. True when the floor was given up for it. */
  refused(lane: string): boolean {
    const known = this.#lanes.get(lane);
    if (known === undefined || this.#clock.now() - known.reachedAt < BELIEVED_AFTER_MS) return false;
    return this.#lanes.delete(lane);
  }
}
