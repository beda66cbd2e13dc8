import type { RouteName } from '@tidemark/contract';
import type { KeyUsage } from '../auth/key-usage.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer, StreamAnswer } from '../http/answer.ts';
import type { Exchange, KeyCaller } from '../http/exchange.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { privately } from '../prepared/privately.ts';
import type { ExportLeases, Lease } from './export-leases.ts';
import type { OpenExports } from './open-exports.ts';
import { isExport, withExport } from './with-export.ts';

export interface PresentOptions {
  readonly leases: ExportLeases;
  readonly open: OpenExports;
  readonly usage: KeyUsage;
  readonly metrics: ApiMetrics;
}

export interface Presenter {
  present(exchange: Exchange, route: RouteName, answer: Answer): Promise<Answer>;
  acquireExport(exchange: Pick<Exchange, 'caller'>): Promise<Lease>;
}

/** Exports end at any time. */
const RETRY_SECONDS = 5;
const NO_LEASE: Lease = { release: () => undefined };

/** Gives answers to callers with a key what all of them need: a place where they are long, and no shared cache. */
export function createPresenter({ leases, open, usage, metrics }: PresentOptions): Presenter {
  const acquireExport = async ({ caller }: Pick<Exchange, 'caller'>): Promise<Lease> => {
    if (caller.tier === 'public') return NO_LEASE;
    const lease = await leases.acquire(caller.keyId, caller.limits.concurrentExports);
    if (lease !== null) return lease;
    metrics.limited('exports');
    throw new ApiError('TOO_MANY_EXPORTS', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  };

  const begin = async (exchange: Exchange, caller: KeyCaller, answer: StreamAnswer): Promise<StreamAnswer> => {
    const lease = await acquireExport(exchange);
    const forget = open.add(caller.keyId, () => exchange.request.socket.destroy());
    const release = (): void => {
      forget();
      lease.release();
    };
    return withExport(answer, { release }, exchange.signal);
  };

  return {
    acquireExport,
    present: async (exchange, route, answer) => {
      const { caller, request } = exchange;
      if (caller.tier === 'public') return answer;
      if ('resource' in answer) return { ...answer, resource: privately(answer.resource) };
      if (!isExport(answer) || request.method === 'HEAD') return answer;
      try {
        return await begin(exchange, caller, answer);
      } catch (error) {
        usage.record({ keyId: caller.keyId, at: new Date(), route, requests: 0, limited: true });
        throw error;
      }
    },
  };
}
