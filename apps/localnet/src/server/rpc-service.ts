import type { Logger } from '@tidemark/runtime';
import type { Chain } from '../chain/chain.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import type { Compress } from '../rpc/encode-account.ts';
import { type Dispatch, dispatchTable, handleBody } from '../rpc/handle-body.ts';
import type { MethodContext } from '../rpc/method-context.ts';
import { RPC_METHODS } from '../rpc/methods/all-methods.ts';
import { methodNotFound, RpcError } from '../rpc/rpc-error.ts';
import { SUBSCRIPTION_METHODS } from '../subscriptions/subscription-methods.ts';
import type { AnsweredCall } from '../truth/answer-log.ts';
import type { Session } from '../subscriptions/subscription.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';

/** The answer to an HTTP body. */
export interface RpcAnswer {
  /** A fault wants the gateway's 403 in place of the answer. */
  readonly forbidden: boolean;
  /** null: nothing but notifications was asked. */
  readonly text: string | null;
  /** The calls in it that were answered with a result. */
  readonly calls: readonly AnsweredCall[];
}

/** What the service needs. */
export interface RpcServiceOptions {
  readonly chain: Chain;
  readonly faults: FaultEngine;
  readonly hub: SubscriptionHub;
  readonly compress: Compress;
  readonly logger: Logger;
}

/** JSON-RPC over the chain, apart from any socket. */
export interface RpcService {
  /** Answers the body of an HTTP request. */
  answerHttp(body: string): Promise<RpcAnswer>;
  /** Answers a WebSocket message; null where nothing is to be sent. */
  answerSocket(message: string, session: Session): Promise<string | null>;
}

/** The service over a chain. */
export function createRpcService(options: RpcServiceOptions): RpcService {
  const { chain, faults, hub, compress, logger } = options;
  const contextOf = (): MethodContext => {
    chain.advance();
    return {
      chain,
      compress,
      genesisHash: faults.settings.genesisHash ?? chain.genesisHash,
      lagSlots: faults.nextLagSlots(),
      behindSlots: faults.settings.behindSlots,
      distort: (account) => faults.distort(account),
    };
  };
  const observer = {
    onError: (method: string, error: unknown): void => {
      if (!(error instanceof RpcError)) logger.error({ err: error, method }, 'a method failed');
    },
  };
  const dispatchHttp = dispatchTable(RPC_METHODS, contextOf);
  return {
    answerHttp: async (body) => {
      let forbidden = false;
      const calls: AnsweredCall[] = [];
      const dispatch: Dispatch = (method, params) => {
        const refusal = faults.refusalOf(method);
        if (refusal === null) return dispatchHttp(method, params);
        if (refusal === 'forbidden') forbidden = true;
        throw methodNotFound();
      };
      const text = await handleBody(body, dispatch, {
        ...observer,
        onResult: (call) => void calls.push(call),
      });
      return { forbidden, text, calls };
    },
    answerSocket: (message, session) => {
      const context = { hub, session };
      return handleBody(
        message,
        dispatchTable(SUBSCRIPTION_METHODS, () => context),
        observer,
      );
    },
  };
}
