import { type Rpc, type RpcAttempt, RpcClient, RpcError } from '../rpc/index.ts';

/** Far below what a public endpoint allows, so that one probe does not use up what the next needs. */
const REQUESTS_PER_SECOND = 4;
const TIMEOUT_MS = 10_000;
/** How long a probe waits where the provider asks for it. */
const PATIENCE_MS = 15_000;

export interface ProbeOptions {
  readonly maxRetries?: number;
  readonly onAttempt?: (attempt: RpcAttempt) => void;
}

/**
 * Runs calls against one endpoint, on the indexer's own client. A client for each probe: what one of them learns of limits and failures
 * does not change the next. Returns the failure of a call instead of throwing it.
 */
export async function probe<T>(
  url: string,
  run: (rpc: Rpc) => Promise<T>,
  { maxRetries = 2, onAttempt }: ProbeOptions = {},
): Promise<T | RpcError> {
  const failures: RpcError[] = [];
  const client = new RpcClient(
    { urls: [url], commitment: 'confirmed', timeoutMs: TIMEOUT_MS, maxRetries, requestsPerSecond: REQUESTS_PER_SECOND },
    { onFailure: (error) => void failures.push(error), ...(onAttempt === undefined ? {} : { onAttempt }) },
  );
  try {
    return await run(client.withTerms({ patienceMs: PATIENCE_MS }));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // What the provider said of its limit tells more than that a call waited for it.
    const said = failures.findLast(({ context }) => context.httpStatus !== undefined);
    return error.code === 'RATE_LIMITED' ? (said ?? error) : error;
  } finally {
    client.close();
  }
}

/** What was found, null where the probe failed. */
export function orNull<T>(outcome: T | RpcError): T | null {
  return outcome instanceof RpcError ? null : outcome;
}
