import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import type { Chain, Commitment } from '../chain/chain.ts';
import { type ChainAccount, SYSTEM_PROGRAM_ADDRESS } from '../chain/chain-account.ts';
import { type AccountFilter, matchesFilters } from '../rpc/account-filters.ts';
import { encodeAccount } from '../rpc/encode-account.ts';
import type { AccountFormat } from '../rpc/params.ts';
import { type JsonValue, stringifyJson } from '../rpc/json-rpc.ts';

/** The socket behind a subscription. */
export interface Session {
  send(text: string): void;
  /** Cuts the connection without a closing handshake. */
  drop(): void;
}

/** What a client subscribed to. */
export type SubscriptionTopic =
  | { readonly kind: 'slot' }
  | ({ readonly kind: 'account'; readonly address: string } & AccountFormat)
  | ({
      readonly kind: 'program';
      readonly program: string;
      readonly filters: readonly AccountFilter[];
    } & AccountFormat);

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

/** Slots that a client receives one by one; where more have passed at once, only the newest of them. */
const MAX_SLOTS_AT_ONCE = 64;
const ROOT_DISTANCE_SLOTS = 32;

/** What notifications are made from. */
export interface NotificationSource {
  readonly chain: Chain;
  readonly distort: (account: ChainAccount) => ChainAccount | null;
}

/** Texts to send for what happened up to `slot` and the client was not notified of, in order. */
export function listNotifications(subscription: Subscription, slot: number, source: NotificationSource): string[] {
  const { topic } = subscription;
  if (topic.kind === 'slot') {
    return newSlots(subscription, slot).map((at) => slotNotification(subscription.id, at));
  }
  if (topic.kind === 'account' && topic.address === CLOCK_SYSVAR_ADDRESS) {
    return newSlots(subscription, slot).flatMap((at) => {
      const clock = source.chain.view(at).getAccount(CLOCK_SYSVAR_ADDRESS);
      return clock === null ? [] : accountNotification(subscription.id, topic, { slot: at, account: clock }, source);
    });
  }
  return source.chain.changes(subscription.notifiedSequence, slot).flatMap((change) => {
    const account = change.account ?? deletedAccount(change.address);
    if (topic.kind === 'account' && change.address !== topic.address) return [];
    if (topic.kind === 'program' && !isListed(account, topic)) return [];
    return accountNotification(subscription.id, topic, { slot: change.slot, account }, source);
  });
}

type AccountTopic = Exclude<SubscriptionTopic, { kind: 'slot' }>;

interface AccountAtSlot {
  readonly slot: number;
  readonly account: ChainAccount;
}

function accountNotification(
  subscription: number,
  topic: AccountTopic,
  { slot, account }: AccountAtSlot,
  source: NotificationSource,
): string[] {
  const sent = source.distort(account);
  if (sent === null) return [];
  const encoded = encodeAccount(sent, topic);
  const value = topic.kind === 'account' ? encoded : { account: encoded, pubkey: account.address };
  return [notification(`${topic.kind}Notification`, subscription, { context: { slot }, value })];
}

function slotNotification(subscription: number, slot: number): string {
  const result = { parent: slot - 1, root: Math.max(0, slot - ROOT_DISTANCE_SLOTS), slot };
  return notification('slotNotification', subscription, result);
}

function notification(method: string, subscription: number, result: JsonValue): string {
  return stringifyJson({ jsonrpc: '2.0', method, params: { result, subscription } });
}

function newSlots(subscription: Subscription, slot: number): number[] {
  const first = Math.max(subscription.notifiedSlot + 1, slot - MAX_SLOTS_AT_ONCE + 1);
  return Array.from({ length: Math.max(0, slot - first + 1) }, (_, index) => first + index);
}

function isListed(account: ChainAccount, topic: Extract<SubscriptionTopic, { kind: 'program' }>): boolean {
  return account.owner === topic.program && matchesFilters(account.data, topic.filters);
}

/** What a real node sends for an account that is gone. */
function deletedAccount(address: string): ChainAccount {
  return {
    address,
    owner: SYSTEM_PROGRAM_ADDRESS,
    lamports: 0n,
    executable: false,
    rentEpoch: 0n,
    data: new Uint8Array(),
  };
}
