import type { Commitment } from '../chain/chain.ts';
import type { AccountFilter } from '../rpc/account-filters.ts';
import type { AccountEncoding, DataSlice } from '../rpc/params.ts';

/** The socket behind a subscription. */
export interface Session {
  send(text: string): void;
  /** Cuts the connection without a closing handshake. */
  drop(): void;
}

interface AccountFormatChoice {
  readonly encoding: AccountEncoding;
  readonly dataSlice: DataSlice | null;
}

/** What a client subscribed to. */
export type SubscriptionTopic =
  | { readonly kind: 'slot' }
  | ({ readonly kind: 'account'; readonly address: string } & AccountFormatChoice)
  | ({
      readonly kind: 'program';
      readonly program: string;
      readonly filters: readonly AccountFilter[];
    } & AccountFormatChoice);

/** One subscription of one socket. */
export interface Subscription {
  readonly id: number;
  readonly session: Session;
  readonly topic: SubscriptionTopic;
  readonly commitment: Commitment;
  /** The slot up to which the client has been notified. */
  notifiedSlot: number;
  /** The sequence number of the last write that the client was notified of. */
  notifiedSequence: number;
}
