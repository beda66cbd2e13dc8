import { z } from 'zod';
import { accountFiltersParam, parseAccountFilters } from '../rpc/account-filters.ts';
import {
  accountConfig,
  accountConfigShape,
  parseAddressParam,
  parseConfig,
  parseParam,
  requiredParam,
} from '../rpc/params.ts';
import { invalidParams, type JsonValue } from '../rpc/json-rpc.ts';
import type { Session, SubscriptionTopic } from './notifications.ts';
import type { SubscriptionHub } from './subscription-hub.ts';

/** What a subscription method works on. */
export interface SubscriptionContext {
  readonly hub: SubscriptionHub;
  readonly session: Session;
}

type SubscriptionMethod = (params: readonly unknown[], context: SubscriptionContext) => JsonValue;

const programSubscribeConfig = z.object({ ...accountConfigShape, filters: accountFiltersParam });

const accountSubscribe: SubscriptionMethod = (params, { hub, session }) => {
  const address = parseAddressParam(requiredParam(params, 0));
  const { commitment, dataSlice, encoding } = parseConfig(accountConfig, params[1]);
  return hub.subscribe(session, { kind: 'account', address, dataSlice, encoding }, commitment);
};

const programSubscribe: SubscriptionMethod = (params, { hub, session }) => {
  const program = parseAddressParam(requiredParam(params, 0));
  const { commitment, dataSlice, encoding, ...config } = parseConfig(programSubscribeConfig, params[1]);
  const filters = parseAccountFilters(config.filters);
  const topic = { kind: 'program', program, filters, dataSlice, encoding } as const;
  return hub.subscribe(session, topic, commitment);
};

const slotSubscribe: SubscriptionMethod = (_params, { hub, session }) => {
  return hub.subscribe(session, { kind: 'slot' }, 'processed');
};

function unsubscribe(kind: SubscriptionTopic['kind']): SubscriptionMethod {
  return (params, { hub, session }) => {
    const id = parseParam(z.number().int().nonnegative(), requiredParam(params, 0));
    if (hub.unsubscribe(session, kind, id)) return true;
    throw invalidParams('Invalid subscription id.');
  };
}

/** Every method that is answered over a WebSocket, by name. */
export const SUBSCRIPTION_METHODS: ReadonlyMap<string, SubscriptionMethod> = new Map(
  Object.entries({
    accountSubscribe,
    accountUnsubscribe: unsubscribe('account'),
    programSubscribe,
    programUnsubscribe: unsubscribe('program'),
    slotSubscribe,
    slotUnsubscribe: unsubscribe('slot'),
  }),
);
