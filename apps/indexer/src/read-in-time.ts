import { withTimeout } from '@tidemark/core';

const PATIENCE_MS = 2_000;

/**
 * A reader for metrics: one that fails or does not answer within two seconds gives nothing, so that it does not take the other
 * metrics with it, and is not asked again before it has answered.
 */
export function readInTime<Item>(read: () => Promise<readonly Item[]>): () => Promise<readonly Item[]> {
  let underWay: Promise<readonly Item[]> | undefined;
  return () => {
    underWay ??= read()
      .catch(() => [])
      .finally(() => {
        underWay = undefined;
      });
    return withTimeout(underWay, PATIENCE_MS, 'the reading').catch(() => []);
  };
}
