import type { Request, Response } from 'express';
import { ApiError } from '../http/api-error.ts';
import { queryOf } from '../http/read-query.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { readFormat } from '../rows/rows-query.ts';
import type { ExportLeases } from './export-leases.ts';

export interface PublicExportOptions {
  readonly leases: ExportLeases;
  /** Exports at the same time for one address. 0: not limited. */
  readonly limit: number;
  readonly metrics: ApiMetrics;
}

/** Exports end at any time. */
const RETRY_AFTER = { headers: { 'Retry-After': '5' } };

/**
 * Takes a place for a request without a key that asks for CSV or NDJSON, from before its rows are read until the answer is out or the
 * client gone. Throws TOO_MANY_EXPORTS where the address has none left. Other requests, and those without an address, need none.
 */
export function createPublicExports({ leases, limit, metrics }: PublicExportOptions) {
  return async (request: Request, response: Response, client: string | null): Promise<void> => {
    if (limit === 0 || client === null || request.method !== 'GET' || !asksForExport(request)) return;
    const lease = await leases.acquire(`address:${client}`, limit);
    if (lease === null) {
      metrics.limited('exports');
      throw new ApiError('TOO_MANY_EXPORTS', RETRY_AFTER);
    }
    if (response.closed) lease.release();
    else response.once('close', () => lease.release());
  };
}

/** Before the query is checked: what is no format is refused later. */
function asksForExport({ originalUrl, headers }: Request): boolean {
  const asked = queryOf(originalUrl).get('format');
  if (asked !== null) return asked === 'csv' || asked === 'ndjson';
  return readFormat(undefined, headers.accept) !== 'json';
}
