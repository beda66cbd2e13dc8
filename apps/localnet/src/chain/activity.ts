/** What happens on the chain besides the passing of slots. Deterministic: the state at a slot depends on nothing else. */
export interface Activity {
  /**
   * Applies every event with `afterSlot < slot <= uptoSlot`, in order. `stride` above 1 leaves out all but every
   * n-th event, which is how a chain that was away for very long catches up in bounded time.
   */
  run(afterSlot: number, uptoSlot: number, stride: number): void;
  /** About how many events happen in so many slots. */
  estimateEvents(slots: number): number;
}
