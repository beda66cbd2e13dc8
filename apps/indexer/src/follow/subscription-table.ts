import type { SubscriptionRequest } from './subscription-requests.ts';

export interface SubscriptionTable {
  /** The requests as they are sent. */
  readonly texts: readonly string[];
  /** Every request was answered. */
  readonly complete: boolean;
  readonly tellsSlots: boolean;
  /** False when the request is none of ours, or was answered before. */
  confirm(requestId: number, subscription: number): boolean;
  /** The kind of the request that was refused; undefined when it is none of ours, or was answered before. */
  refuse(requestId: number): SubscriptionRequest['kind'] | undefined;
  kindOf(subscription: number): SubscriptionRequest['kind'] | undefined;
}

/** Which request became which subscription. Request ids count from 1. */
export function createSubscriptionTable(requests: readonly SubscriptionRequest[]): SubscriptionTable {
  const pending = new Map(requests.map((request, index) => [index + 1, request.kind]));
  const confirmed = new Map<number, SubscriptionRequest['kind']>();
  return {
    texts: requests.map(({ method, params }, index) =>
      JSON.stringify({ jsonrpc: '2.0', id: index + 1, method, params }),
    ),
    get complete() {
      return pending.size === 0;
    },
    get tellsSlots() {
      return [...confirmed.values()].includes('slot');
    },
    confirm(requestId, subscription) {
      const kind = pending.get(requestId);
      if (kind === undefined) return false;
      pending.delete(requestId);
      confirmed.set(subscription, kind);
      return true;
    },
    refuse(requestId) {
      const kind = pending.get(requestId);
      pending.delete(requestId);
      return kind;
    },
    kindOf: (subscription) => confirmed.get(subscription),
  };
}
