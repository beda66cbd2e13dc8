import type { Mutant } from './mutant.ts';

/** Bugs in what is made of a provider that limits, stands still or lies. Those that no run has been seen to catch yet count as rare ones. */
export const PROVIDER_MUTANTS: readonly Mutant[] = [
  {
    id: 'provider-limit-of-all',
    class: 'provider',
    words: 'a limit of one method is taken for one of all calls',
    file: 'apps/indexer/src/rpc/answer-meaning.ts',
    edits: [
      {
        find: "scope: OF_ALL.test(refusal.text) ? 'endpoint' : 'method' };",
        replace: "scope: OF_ALL.test(refusal.text) ? 'method' : 'endpoint' };",
      },
    ],
    origin: 'product',
    scene: 'provider',
  },
  {
    id: 'provider-unknown-code-is-final',
    class: 'provider',
    words: 'a code that is not known ends the call, as if it were our own mistake',
    file: 'apps/indexer/src/rpc/answer-meaning.ts',
    edits: [
      {
        find: "code: refusal.rpcCode === undefined ? 'HTTP_ERROR' : 'NODE_UNHEALTHY', scope: 'endpoint' };",
        replace: "code: refusal.rpcCode === undefined ? 'HTTP_ERROR' : 'RPC_FAILED', scope: 'endpoint' };",
      },
    ],
    origin: 'product',
    scene: 'provider',
  },
  {
    id: 'provider-keys-forgotten',
    class: 'provider',
    words: 'how many keys an endpoint takes is not remembered',
    file: 'apps/indexer/src/rpc/endpoint.ts',
    edits: [
      {
        find: 'if (keys !== undefined) this.#maxKeys = Math.min(this.#maxKeys, smallerThan(keys, context.maxKeys));',
        replace: 'if (keys !== undefined) smallerThan(keys, context.maxKeys);',
      },
    ],
    origin: 'product',
    scene: 'provider',
    isRare: true,
  },
  {
    id: 'provider-clock-believed',
    class: 'provider',
    words: 'a bank of the next month is stored',
    file: 'apps/indexer/src/pipeline/bank-clock.ts',
    edits: [{ find: 'if (ms - nowMs > toleranceMs) {', replace: 'if (ms - nowMs > 100 * 86_400_000) {' }],
    origin: 'product',
    scene: 'provider',
  },
  {
    id: 'provider-null-believed',
    class: 'provider',
    words: 'a reserve that one answer leaves out is missing',
    file: 'apps/indexer/src/pipeline/read-reserves.ts',
    edits: [{ find: 'if (!isNew) return first;', replace: 'if (!isNew || first.missing.length > 0) return first;' }],
    origin: 'product',
    scene: 'provider',
  },
  {
    id: 'provider-identity-believed',
    class: 'provider',
    words: 'another reserve under an address is stored as the one that was there',
    file: 'apps/indexer/src/pipeline/identities.ts',
    edits: [{ find: 'if (differing.length === 0) return null;', replace: 'if (differing.length >= 0) return null;' }],
    origin: 'product',
    scene: 'provider',
  },
  {
    id: 'provider-standing-node-kept',
    class: 'provider',
    words: 'an endpoint that stands still is not left for one that goes on',
    file: 'apps/indexer/src/rpc/slot-watch.ts',
    edits: [{ find: 'if (settled) this.#left.add(endpoint);', replace: 'if (settled) this.#left.delete(endpoint);' }],
    origin: 'product',
    scene: 'stuck',
    isRare: true,
  },
  {
    id: 'provider-halt-unsaid',
    class: 'provider',
    words: 'a bank that is shown for ever is stored for ever',
    file: 'apps/indexer/src/pipeline/slot-floor.ts',
    edits: [
      { find: 'if (standsMs <= this.#haltedMs) return;', replace: 'if (standsMs <= 1_000 * this.#haltedMs) return;' },
    ],
    origin: 'product',
    scene: 'halt',
    isRare: true,
  },
  {
    id: 'provider-slot-duration-kept',
    class: 'provider',
    words: 'the duration of a slot is measured every ten minutes',
    file: 'apps/indexer/src/pipeline/slot-duration.ts',
    edits: [{ find: 'const REFRESH_AFTER_MS = 60_000;', replace: 'const REFRESH_AFTER_MS = 600_000;' }],
    origin: 'product',
    scene: 'pace',
    // Three minutes for one bug.
    isRare: true,
  },
];
