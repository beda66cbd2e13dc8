import type { RpcMethod } from '../method-context.ts';
import { accountMethods } from './account-methods.ts';
import { nodeMethods } from './node-methods.ts';
import { programMethods } from './program-methods.ts';
import { slotMethods } from './slot-methods.ts';

/** Every method that is answered over HTTP, by name. */
export const RPC_METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({ ...nodeMethods, ...slotMethods, ...accountMethods, ...programMethods }),
);
