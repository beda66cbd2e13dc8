import type { Clock } from './clock.ts';

export interface EndpointHealthOptions {
  readonly clock: Clock;
  /** First cool-down after a failure; doubles with each further one. */
  readonly baseCoolDownMs?: number;
  readonly maxCoolDownMs?: number;
}

export interface EndpointHealth {
  /** Milliseconds until the endpoint should be tried again; 0 when it may be used now. */
  coolDownMs(): number;
  succeeded(): void;
  /** Starts a cool-down of at least `atLeastMs`, longer the more failures came in a row. */
  failed(atLeastMs?: number): void;
}

/** Remembers how one endpoint has behaved, so that calls go elsewhere while it is down. */
export function createEndpointHealth(options: EndpointHealthOptions): EndpointHealth {
  const { clock, baseCoolDownMs = 1_000, maxCoolDownMs = 60_000 } = options;
  let failuresInARow = 0;
  let usableAt = 0;

  return {
    coolDownMs: () => Math.max(0, usableAt - clock.now()),
    succeeded() {
      failuresInARow = 0;
      usableAt = 0;
    },
    failed(atLeastMs = 0) {
      // Requests that were in flight together fail together: that is one failure, not many in a row.
      if (usableAt > clock.now()) {
        usableAt = Math.max(usableAt, clock.now() + Math.min(maxCoolDownMs, atLeastMs));
        return;
      }
      const grown = baseCoolDownMs * 2 ** Math.min(failuresInARow, 20);
      failuresInARow += 1;
      usableAt = Math.max(usableAt, clock.now() + Math.min(maxCoolDownMs, Math.max(atLeastMs, grown)));
    },
  };
}
