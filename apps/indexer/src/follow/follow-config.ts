/** How accounts are followed by notifications, in addition to polling. */
export interface FollowConfig {
  /** WebSocket endpoints in order of preference. */
  readonly wsUrls: readonly string[];
  /** How long after a notification others are waited for, to be read together. */
  readonly debounceMs: number;
  /** The least time between two batches. */
  readonly minIntervalMs: number;
  /** A socket on which nothing was heard for so long is given up. */
  readonly silenceMs: number;
}
