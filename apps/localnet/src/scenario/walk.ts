import type { MoveEvent, ReserveMover } from '@tidemark/protocols/localnet';
import type { AccountStore } from '../chain/account-store.ts';
import type { Activity } from '../chain/activity.ts';
import type { ChainAccount } from '../chain/chain-account.ts';
import { EventSchedule } from './event-schedule.ts';

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
