import { deriveWsUrl } from '../follow/follow-config.ts';
import { Session } from '../follow/session.ts';
import { accountRequests } from '../follow/subscriptions.ts';
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

const SOCKET_TIMES = { timeoutMs: 5_000, silenceMs: 5_000, pingIntervalMs: 5_000 } as const;

/** Whether the WebSocket beside an RPC URL tells slots. Null where it does, else why not. */
export async function probeSocket(url: string): Promise<string | null> {
  let session: Session | undefined;
  const ended = await new Promise<string | null>((resolve) => {
    session = new Session(
      { ...SOCKET_TIMES, url: deriveWsUrl(url), requests: accountRequests([], 'confirmed') },
      {
        onSubscribed: () => undefined,
        onSlot: () => resolve(null),
        onChange: () => undefined,
        onIgnored: () => undefined,
        onEnd: ({ reason, detail }) => resolve(detail === undefined ? reason : `${reason}, ${detail}`),
      },
    );
  });
  await session?.stop();
  return ended;
}
