import type { Logger } from '@tidemark/runtime';
import type { Chain } from '../chain/chain.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import type { Compress } from '../rpc/encode-account.ts';
import {
  type CallObserver,
  type Dispatch,
  dispatchTable,
  handleBody,
  methodNotFound,
  RpcError,
} from '../rpc/json-rpc.ts';
import { type MethodContext, RPC_METHODS } from '../rpc/methods.ts';
import { SUBSCRIPTION_METHODS } from '../subscriptions/subscription-methods.ts';
import type { AnsweredCall } from '../truth/logs.ts';
import type { Session } from '../subscriptions/notifications.ts';
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
export class RpcService {
  readonly #options: RpcServiceOptions;
  readonly #observer: CallObserver;

  constructor(options: RpcServiceOptions) {
    this.#options = options;
    this.#observer = {
      onError: (method, error) => {
        if (!(error instanceof RpcError)) options.logger.error({ err: error, method }, 'a method failed');
      },
    };
  }

  /** Answers the body of an HTTP request. */
  async answerHttp(body: string): Promise<RpcAnswer> {
    const dispatchHttp = dispatchTable(RPC_METHODS, () => this.#context());
    let forbidden = false;
    const calls: AnsweredCall[] = [];
    const dispatch: Dispatch = (method, params) => {
      const refusal = this.#options.faults.refusalOf(method);
      if (refusal === null) return dispatchHttp(method, params);
      if (refusal === 'forbidden') forbidden = true;
      throw methodNotFound();
    };
    const onResult = (call: AnsweredCall): void => void calls.push(call);
    const text = await handleBody(body, dispatch, { ...this.#observer, onResult });
    return { forbidden, text, calls };
  }

  /** Answers a WebSocket message; null where nothing is to be sent. */
  answerSocket(message: string, session: Session): Promise<string | null> {
    const context = { hub: this.#options.hub, session };
    const dispatch = dispatchTable(SUBSCRIPTION_METHODS, () => context);
    return handleBody(message, dispatch, this.#observer);
  }

  #context(): MethodContext {
    const { chain, faults, compress } = this.#options;
    chain.advance();
    return {
      chain,
      compress,
      genesisHash: faults.settings.genesisHash ?? chain.genesisHash,
      lagSlots: faults.nextLagSlots(),
      behindSlots: faults.settings.behindSlots,
      distort: (account) => faults.distort(account),
    };
  }
}
