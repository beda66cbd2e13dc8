import type { Logger } from '@tidemark/runtime';
import { type Database, getStreamBounds, listStreamCommits } from '@tidemark/schema';
import type { StreamSettings } from './open-stream.ts';
import { createStreamHub, type StreamHub } from './stream-hub.ts';

/** Bounds of the streams of this process. */
export interface StreamLimits extends StreamSettings {
  readonly maxStreams: number;
}

const DEFAULTS: StreamLimits = {
  heartbeatMs: 15_000,
  maxAgeMs: 24 * 3_600_000,
  maxQueuedBytes: 1_048_576,
  cutOffGraceMs: 10_000,
  maxStreams: 1_000,
};

export interface StreamsOptions {
  readonly settings: Partial<StreamLimits>;
  /** Announces what was committed. */
  readonly primary: Database;
  /** Where it is read from. */
  readonly reader: Database;
  readonly logger: Logger;
  readonly lookIntervalMs: number;
}

/** The hub of all streams over its databases, and the bounds of each stream. */
export function createStreams(options: StreamsOptions): { readonly hub: StreamHub; readonly settings: StreamSettings } {
  const settings = { ...DEFAULTS, ...options.settings };
  const { sql } = options.reader;
  const hub = createStreamHub({
    listener: options.primary.sql,
    load: (after, limit) => listStreamCommits(sql, { after, limit }),
    bounds: () => getStreamBounds(sql),
    logger: options.logger,
    lookIntervalMs: options.lookIntervalMs,
    maxSubscribers: settings.maxStreams,
  });
  return { hub, settings };
}
