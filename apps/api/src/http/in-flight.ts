import { ApiError } from './api-error.ts';

export interface InFlightOptions {
  /** Heavy requests of one client at the same time. 0: not bounded. */
  readonly maxPerClient: number;
  readonly onShed: () => void;
}

/**
 * Counts heavy requests by client, from their beginning until the client has taken the answer or is gone. What one client makes the
 * process hold, in answers that it does not take, is bounded by that; how long, by the rate at which answers must be taken.
 */
export class InFlight {
  readonly #options: InFlightOptions;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(options: InFlightOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /** Throws OVERLOADED where the client has as many as it may. `signal` is aborted when the answer is out or the client gone. */
  begin(client: string, signal: AbortSignal): void {
    if (signal.aborted) return;
    const { maxPerClient, onShed } = this.#options;
    const count = this.#counts.get(client) ?? 0;
    if (maxPerClient > 0 && count >= maxPerClient) {
      onShed();
      throw new ApiError('OVERLOADED', { headers: { 'Retry-After': '1' } });
    }
    this.#counts.set(client, count + 1);
    this.#total += 1;
    signal.addEventListener('abort', () => this.#end(client), { once: true });
  }

  #end(client: string): void {
    this.#total -= 1;
    const left = (this.#counts.get(client) ?? 1) - 1;
    if (left === 0) this.#counts.delete(client);
    else this.#counts.set(client, left);
  }
}
