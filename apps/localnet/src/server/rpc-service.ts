import type { Logger } from '@tidemark/runtime';
import type { Chain } from '../chain/chain.ts';
import type { ToldStart } from '../chain/open-chain.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import { type CallObserver, type Dispatch, handleBody, methodNotFound, RpcError } from '../rpc/json-rpc.ts';
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
  readonly start: ToldStart;
  readonly faults: FaultEngine;
  readonly hub: SubscriptionHub;
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
    let forbidden = false;
    const calls: AnsweredCall[] = [];
    const dispatch: Dispatch = (method, params) => {
      const refusal = this.#options.faults.refusalOf(method);
      if (refusal === 'forbidden') forbidden = true;
      const answer = refusal === null ? RPC_METHODS.get(method) : undefined;
      if (answer === undefined) throw methodNotFound();
      return answer(params, this.#context());
    };
    const onResult = (call: AnsweredCall): void => void calls.push(call);
    const text = await handleBody(body, dispatch, { ...this.#observer, onResult });
    return { forbidden, text, calls };
  }

  /** Answers a WebSocket message; null where nothing is to be sent. */
  answerSocket(message: string, session: Session): Promise<string | null> {
    const dispatch: Dispatch = (method, params) => {
      const answer = SUBSCRIPTION_METHODS.get(method);
      if (answer === undefined) throw methodNotFound();
      return answer(params, { hub: this.#options.hub, session });
    };
    return handleBody(message, dispatch, this.#observer);
  }

  #context(): MethodContext {
    const { chain, start, faults } = this.#options;
    chain.advance();
    return {
      chain,
      start,
      genesisHash: faults.settings.genesisHash ?? chain.genesisHash,
      lagSlots: faults.nextLagSlots(),
      behindSlots: faults.settings.behindSlots,
      distort: (account) => faults.distort(account),
    };
  }
}
