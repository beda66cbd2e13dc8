import type { ChainAccount } from '../chain/chain-account.ts';
import type { Chain, Commitment } from '../chain/chain.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import { listNotifications, type Session, type Subscription, type SubscriptionTopic } from './notifications.ts';

const SHORTEST_TICK_MS = 10;
const LONGEST_TICK_MS = 500;

/** What the hub needs. */
export interface SubscriptionHubOptions {
  readonly chain: Chain;
  readonly faults: FaultEngine;
}

/** Every subscription of every socket. Notifies clients, on a timer while the clock moves and there are subscriptions. */
export class SubscriptionHub {
  readonly #chain: Chain;
  readonly #faults: FaultEngine;
  readonly #subscriptions = new Map<number, Subscription>();
  #nextId = 1;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: SubscriptionHubOptions) {
    const { chain, faults } = options;
    this.#chain = chain;
    this.#faults = faults;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  /** Subscribes a socket and returns the subscription's id. The client is notified of what happens from now on. */
  subscribe(session: Session, topic: SubscriptionTopic, commitment: Commitment): number {
    this.#chain.advance();
    const id = this.#nextId;
    this.#nextId += 1;
    const notifiedSlot = this.#slotAt(commitment);
    const notifiedSequence = this.#chain.sequenceAt(notifiedSlot);
    this.#subscriptions.set(id, { id, session, topic, commitment, notifiedSlot, notifiedSequence });
    this.#keepTicking();
    return id;
  }

  /** Ends a subscription of the socket; false where it has no such one of that kind. */
  unsubscribe(session: Session, kind: SubscriptionTopic['kind'], id: number): boolean {
    const subscription = this.#subscriptions.get(id);
    if (subscription?.session !== session || subscription.topic.kind !== kind) return false;
    return this.#subscriptions.delete(id);
  }

  /** Ends every subscription of a socket that is gone. */
  forget(session: Session): void {
    for (const subscription of this.#subscriptions.values()) {
      if (subscription.session === session) this.#subscriptions.delete(subscription.id);
    }
  }

  /** Notifies every client of what happened since its last notification. */
  tick(): void {
    this.#chain.advance();
    for (const subscription of this.#subscriptions.values()) this.#notify(subscription);
  }

  /** Counts the present slot as notified, after the clock was set by hand: the slots between never happened. */
  rebase(): void {
    for (const subscription of this.#subscriptions.values()) {
      subscription.notifiedSlot = this.#slotAt(subscription.commitment);
      subscription.notifiedSequence = this.#chain.sequenceAt(subscription.notifiedSlot);
    }
  }

  /** Stops the timer. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#subscriptions.clear();
  }

  #notify(subscription: Subscription): void {
    const slot = this.#slotAt(subscription.commitment);
    const source = { chain: this.#chain, distort: (account: ChainAccount) => this.#faults.distort(account) };
    const texts = listNotifications(subscription, slot, source);
    subscription.notifiedSlot = Math.max(subscription.notifiedSlot, slot);
    subscription.notifiedSequence = Math.max(subscription.notifiedSequence, this.#chain.sequenceAt(slot));
    for (const text of texts) {
      if (this.#faults.nextSocketDrops()) {
        subscription.session.drop();
        return;
      }
      subscription.session.send(text);
    }
  }

  #slotAt(commitment: Commitment): number {
    const { settings } = this.#faults;
    const stoodSlots = commitment === 'processed' ? 0 : this.#faults.stoodSlots(this.#chain.reachedSlot);
    return this.#chain.slotAt(commitment, settings.lagSlots + stoodSlots);
  }

  #keepTicking(): void {
    const { frozen, slotMs } = this.#chain.clock;
    if (frozen || this.#timer !== null || this.#subscriptions.size === 0) return;
    const delay = Math.min(LONGEST_TICK_MS, Math.max(SHORTEST_TICK_MS, slotMs / 2));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.tick();
      this.#keepTicking();
    }, delay);
  }
}
