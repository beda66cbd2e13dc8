export interface RetryRules {
  readonly send: typeof fetch;
  /** Milliseconds that one attempt may take. */
  readonly timeoutMs: number;
  /** How many attempts may follow the first one. */
  readonly retries: number;
}

/** Refused for now and not begun: asking again does nothing twice. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const FIRST_PAUSE_MS = 500;
/** What asks for a longer pause is handed to the caller at once. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends a request, and again after 429 and 503: after the time that Retry-After names, or half a second, one, two where it
 * names none. Gives the last answer, whatever it is. Rejects when the request is aborted, also between two attempts.
 */
export async function sendWithRetries(request: Request, { send, timeoutMs, retries }: RetryRules): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const response = await send(new Request(request.clone(), { signal }));
    if (attempt >= retries || !RETRIED.has(response.status)) return response;
    const pauseMs = retryAfterMs(response.headers) ?? FIRST_PAUSE_MS * 2 ** attempt;
    if (pauseMs > LONGEST_PAUSE_MS) return response;
    await response.body?.cancel();
    await pause(pauseMs, request.signal);
    request.signal.throwIfAborted();
  }
}

/** Resolves after a time, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    if (signal?.aborted === true) done();
  });
}

/** Milliseconds that an answer asks to wait, as seconds or as a date; null where its header says nothing that can be read. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
