import { limitHeaders } from '@tidemark/contract';
import type { KeyUsage } from '../auth/key-usage.ts';
import { ApiError } from '../http/api-error.ts';
import type { StreamAnswer } from '../http/answer.ts';
import type { Exchange, KeyCaller } from '../http/exchange.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { privately } from '../prepared/privately.ts';
import type { Access } from './create-access.ts';
import type { ExportLeases } from './export-leases.ts';
import type { OpenExports } from './open-exports.ts';
import { isExport, withExport } from './with-export.ts';

export interface PresentOptions {
  readonly leases: ExportLeases;
  readonly open: OpenExports;
  readonly usage: KeyUsage;
  readonly metrics: ApiMetrics;
}

/** Exports end at any time. */
const RETRY_SECONDS = 5;

/**
 * Gives answers what their callers need: a place where they are long, and no shared cache for those with a key. What a shared cache may
 * keep of answers without one tells nothing about the address that asked first.
 */
export function createPresenter({ leases, open, usage, metrics }: PresentOptions): Access['present'] {
  const begin = async (exchange: Exchange, caller: KeyCaller, answer: StreamAnswer): Promise<StreamAnswer> => {
    const lease = await leases.acquire(caller.keyId, caller.limits.concurrentExports);
    if (lease === null) {
      metrics.limited('exports');
      throw new ApiError('TOO_MANY_EXPORTS', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
    }
    const forget = open.add(caller.keyId, () => exchange.request.socket.destroy());
    const release = (): void => {
      forget();
      lease.release();
    };
    return withExport(answer, { release }, exchange.signal);
  };

  return async (exchange, route, answer) => {
    const { caller, request } = exchange;
    if ('resource' in answer) {
      if (caller.tier === 'key') return { ...answer, resource: privately(answer.resource) };
      for (const name of Object.values(limitHeaders)) request.res?.removeHeader(name);
      return answer;
    }
    if (caller.tier === 'public' || !isExport(answer) || request.method === 'HEAD') return answer;
    try {
      return await begin(exchange, caller, answer);
    } catch (error) {
      usage.record({ keyId: caller.keyId, at: new Date(), route, requests: 0, limited: true });
      throw error;
    }
  };
}
