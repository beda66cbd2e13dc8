/** How often something happened in the window that is open. */
export interface WindowCount {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}
