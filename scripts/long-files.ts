/**
 * The test files that take longest, the longest first; `.ci/run` tells at its end which they are. A run lasts as long as the
 * worker that ends last, so none of these may begin when the others are through. Needs only to be roughly right.
 */
export const LONG_FILES: readonly string[] = [
  'apps/indexer/src/main-watchdog.test.ts',
  'apps/indexer/src/queues/queue-outage.test.ts',
  'apps/indexer/src/main.test.ts',
  'apps/api/test/process-watchdog.test.ts',
  'apps/indexer/src/indexer.test.ts',
  'apps/indexer/src/rollup/commits.test.ts',
  'e2e/src/dashboard/dashboard.test.ts',
  'e2e/src/examples.test.ts',
  'apps/api/test/abuse/connections.test.ts',
  'e2e/src/golden/golden.test.ts',
  'packages/model/src/history/buckets.property.test.ts',
  'apps/api/test/process.test.ts',
  'packages/schema/src/half-open.test.ts',
  'packages/schema/src/roles/readers.test.ts',
  'packages/schema/src/lost-connections.test.ts',
  'apps/api/test/cut-answers.test.ts',
  'packages/embedded-postgres/src/staging.test.ts',
  'apps/api/test/abuse/slow-clients.test.ts',
  'apps/indexer/src/rollup/gaps.test.ts',
  'packages/schema/src/roles/nobody-stops-ingest.test.ts',
  'apps/localnet/test/checkpoint.test.ts',
];

/** The long files in the order of their list, and after them the others in the order that they have. */
export function putLongFirst<Item>(files: readonly Item[], pathOf: (file: Item) => string): Item[] {
  const places = new Map(LONG_FILES.map((path, place) => [path, place]));
  const placeOf = (file: Item): number => places.get(pathOf(file)) ?? LONG_FILES.length;
  return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}
