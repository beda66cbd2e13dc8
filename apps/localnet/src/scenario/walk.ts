import { hashNumber, hashText, type MoveEvent, type ReserveMover } from '@tidemark/protocols/localnet';
import type { AccountStore } from '../chain/account-store.ts';
import type { ChainAccount } from '../chain/chain-account.ts';
import type { Activity } from '../chain/chain.ts';

/** What the walk needs. */
export interface WalkOptions {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  readonly movers: readonly ReserveMover[];
  /** Addresses of reserves that are used less than the others. */
  readonly seldom?: ReadonlySet<string>;
  readonly store: AccountStore;
  /** Called for every account that the walk writes. */
  readonly onTransition?: (slot: number, account: ChainAccount, kind: string) => void;
  /** Called where an event could not happen, because the account is no reserve any more or the program would refuse. */
  readonly onSkipped?: (event: MoveEvent, error: unknown) => void;
}

/** Users, keepers and oracles of all protocols: their reserves are refreshed, used and repriced by a seeded random walk. */
export class Walk implements Activity {
  readonly #options: WalkOptions;
  readonly #schedule: EventSchedule;
  readonly #movers: ReadonlyMap<string, ReserveMover>;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#movers = new Map(
      options.movers.flatMap((mover) => mover.addresses.map((address): [string, ReserveMover] => [address, mover])),
    );
    this.#schedule = new EventSchedule(options.seed, [...this.#movers.keys()], options.seldom);
  }

  estimateEvents(slots: number): number {
    return this.#schedule.estimate(slots);
  }

  run(afterSlot: number, uptoSlot: number, stride: number): void {
    for (const event of this.#schedule.list(afterSlot, uptoSlot, stride)) {
      try {
        this.#apply(event);
      } catch (error) {
        this.#options.onSkipped?.(event, error);
      }
    }
  }

  #apply(event: MoveEvent): void {
    const { store, onTransition } = this.#options;
    const account = store.newest(event.address);
    const move = this.#movers.get(event.address)?.move(event) ?? null;
    if (account === null || move === null) return;
    const after = { ...account, data: move.data };
    store.put(event.slot, after);
    onTransition?.(event.slot, after, move.kind);
  }
}

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
