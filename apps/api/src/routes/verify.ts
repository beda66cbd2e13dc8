import type { VerificationEnvelope } from '@tidemark/contract';
import { freshJson } from '../http/answer.ts';
import { requireKey, type Route } from '../http/exchange.ts';

/** Confirms that a key is valid. Access has looked it up before, and refused what is not. */
export function verifyRoute(): Route {
  return {
    name: 'verify',
    method: 'POST',
    cors: false,
    logLevel: 'info',
    handle: ({ caller }) => {
      requireKey(caller, 'This endpoint');
      return freshJson({
        data: { username: caller.username, authenticated: true },
        status: 200,
      } satisfies VerificationEnvelope);
    },
  };
}
