import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '@tidemark/runtime';
import type { StreamCommit } from '@tidemark/schema';

export interface CommitReadingOptions {
  readonly load: (after: bigint, limit: number) => Promise<StreamCommit[]>;
  readonly logger: Logger;
  /** Those who are there when a commit has been read get it. */
  readonly subscribers: ReadonlySet<{ push(commit: StreamCommit): void }>;
  /** Somebody listens, or is about to: the place is kept. */
  readonly isWanted: () => boolean;
}

/** Goes through the commits in their order, for all subscribers together. */
export interface CommitReading {
  /** Begins at a number, unless it is at one already. Where it is then. */
  beginAt(newest: bigint): bigint;
  /** Up to where commits have been pushed; null while nobody listens. */
  position(): bigint | null;
  /** There may be something new. Never rejects. */
  readonly look: () => void;
  /** Gives the place up where nobody wants it: what comes meanwhile is nobody's, and the next stream begins at its own time. */
  forget(): void;
}

const COMMITS_PER_LOOK = 200;

export function createCommitReading({ load, logger, subscribers, isWanted }: CommitReadingOptions): CommitReading {
  let position: bigint | null = null;
  let looking: Promise<void> | null = null;
  let lookAgain = false;

  const forget = (): void => {
    if (!isWanted()) position = null;
  };

  const readOn = async (): Promise<void> => {
    while (position !== null && subscribers.size > 0) {
      lookAgain = false;
      const commits = await load(position, COMMITS_PER_LOOK);
      for (const commit of commits) {
        position = commit.commitSeq;
        for (const subscriber of subscribers) subscriber.push(commit);
        // A service that was held up has much to tell at once: each stream gets to send before more comes, so that a client
        // that keeps up is not taken for a slow one.
        await nextTurn();
      }
      if (commits.length < COMMITS_PER_LOOK && !lookAgain) break;
    }
    forget();
  };

  return {
    beginAt: (newest) => (position ??= newest),
    position: () => position,
    look: () => {
      lookAgain = true;
      looking ??= readOn()
        .catch((err: unknown) => logger.warn({ err }, 'the stream cannot read on now'))
        .finally(() => {
          looking = null;
        });
    },
    forget: () => {
      // The reading under way gives it up itself, when it has ended.
      if (looking === null) forget();
    },
  };
}
