import type { Logger } from '@tidemark/runtime';
import type { Chain } from '../chain/chain.ts';
import type { ToldStart } from '../chain/open-chain.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import {
  type CallObserver,
  type Dispatch,
  handleBody,
  methodNotFound,
  RPC_ERROR_CODES,
  RpcError,
} from '../rpc/json-rpc.ts';
import { type MethodContext, RPC_METHODS } from '../rpc/methods.ts';
import { SUBSCRIPTION_METHODS } from '../subscriptions/subscription-methods.ts';
import type { AnsweredCall, FailedCall } from '../truth/logs.ts';
import type { Session } from '../subscriptions/notifications.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';

/** Of no node and no provider that is known. */
const UNKNOWN_CODE = -39_123;

/** The answer to an HTTP body. */
export interface RpcAnswer {
  /** The status that a fault wants in place of the answer; null: none. */
  readonly refusedWith: 403 | 429 | null;
  /** null: nothing but notifications was asked. */
  readonly text: string | null;
  /** The calls in it that were answered with a result. */
  readonly calls: readonly AnsweredCall[];
  /** Those that were answered with an error. */
  readonly failed: readonly FailedCall[];
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
    let refusedWith: RpcAnswer['refusedWith'] = null;
    const calls: AnsweredCall[] = [];
    const failed: FailedCall[] = [];
    const dispatch: Dispatch = (method, params) => {
      const refusal = this.#options.faults.refusalOf(method);
      if (refusal === 'forbidden') refusedWith = 403;
      if (refusal === 'limited') refusedWith = 429;
      if (refusal === 'unknown_code') throw new RpcError(UNKNOWN_CODE, 'the upstream node gave no answer');
      const answer = refusal === null ? RPC_METHODS.get(method) : undefined;
      if (answer === undefined) throw methodNotFound();
      return answer(params, this.#context());
    };
    const onResult = (call: AnsweredCall): void => void calls.push(call);
    const onError = (method: string, error: unknown, id: string | number | null): void => {
      this.#observer.onError?.(method, error, id);
      failed.push({ id, method, code: error instanceof RpcError ? error.code : RPC_ERROR_CODES.internalError });
    };
    const text = await handleBody(body, dispatch, { onResult, onError });
    return { refusedWith, text, calls, failed };
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
    const slot = chain.advance();
    return {
      chain,
      start,
      genesisHash: faults.settings.genesisHash ?? chain.genesisHash,
      lagSlots: faults.nextLagSlots(),
      stoodSlots: faults.stoodSlots(slot),
      mostKeys: (keys) => faults.mostKeys(keys),
      behindSlots: faults.settings.behindSlots,
      distort: (account) => faults.distort(account),
    };
  }
}
