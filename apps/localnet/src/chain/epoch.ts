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
