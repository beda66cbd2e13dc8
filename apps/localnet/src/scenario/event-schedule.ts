import { hashNumber, hashText, type MoveEvent } from '@tidemark/protocols/localnet';

const SHORTEST_WINDOW_SLOTS = 50;
const WINDOW_SPREAD_SLOTS = 101;
/** Most reserves of mainnet are touched as seldom, next to the few that are used all the time. */
const SELDOM_FACTOR = 8;

interface AccountWindows {
  readonly address: string;
  readonly key: number;
  readonly windowSlots: number;
}

/**
 * When accounts are touched: slots are divided into windows of 50 to 150 slots, the length being the account's own, and
 * each window has one event at a slot of its own. A pure function of seed and slot, so nothing needs to be remembered.
 */
export class EventSchedule {
  readonly #accounts: readonly AccountWindows[];

  /** Those of `seldom` have windows that are so many times as long. */
  constructor(seed: number, addresses: readonly string[], seldom: ReadonlySet<string> = new Set()) {
    this.#accounts = addresses.toSorted().map((address) => {
      const key = hashNumber(seed, hashText(`events ${address}`));
      const windowSlots = SHORTEST_WINDOW_SLOTS + (key % WINDOW_SPREAD_SLOTS);
      return { address, key, windowSlots: seldom.has(address) ? windowSlots * SELDOM_FACTOR : windowSlots };
    });
  }

  /** Events with `afterSlot < slot <= uptoSlot` by slot, then address; with `stride` n only every n-th of an account. */
  list(afterSlot: number, uptoSlot: number, stride = 1): MoveEvent[] {
    const events: MoveEvent[] = [];
    for (const account of this.#accounts) {
      const last = Math.floor(uptoSlot / account.windowSlots);
      for (let window = Math.floor((afterSlot + 1) / account.windowSlots); window <= last; window += 1) {
        if (window % stride !== 0) continue;
        const key = hashNumber(account.key, window);
        const slot = window * account.windowSlots + (key % account.windowSlots);
        if (slot > afterSlot && slot <= uptoSlot) events.push({ slot, address: account.address, key });
      }
    }
    return events.sort((a, b) => a.slot - b.slot || (a.address < b.address ? -1 : 1));
  }

  /** About how many events fall into so many slots. */
  estimate(slots: number): number {
    return this.#accounts.reduce((sum, account) => sum + slots / account.windowSlots, 0);
  }
}
