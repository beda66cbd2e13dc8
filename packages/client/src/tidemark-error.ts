import { retryAfterMs } from './send-with-retries.ts';

/** A refusal of the service, or an answer that is none. */
export class TidemarkError extends Error {
  override readonly name = 'TidemarkError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the service: the HTTP status times 100 and a number; null where the answer is not from the service. */
  readonly code: number | null;
  /** What exactly was wrong, for a person to read. */
  readonly details: string | null;
  /** Seconds to wait before the next attempt, where the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const error = readError(body);
    super(error?.message ?? `the service answered ${response.status}`);
    this.status = response.status;
    this.code = error?.code ?? null;
    this.details = error?.details ?? null;
    const waitMs = retryAfterMs(response.headers);
    this.retryAfterSeconds = waitMs === null ? null : Math.ceil(waitMs / 1000);
  }
}

function readError(body: unknown): { message: string; details: string; code: number } | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  if (typeof error !== 'object' || error === null) return null;
  if (!('message' in error && 'details' in error && 'code' in error)) return null;
  const { message, details, code } = error;
  if (typeof message !== 'string' || typeof details !== 'string' || typeof code !== 'number') return null;
  return { message, details, code };
}
