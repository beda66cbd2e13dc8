/** A fault that is in force; `end` undoes it. `beat` is called in each tick meanwhile. */
export interface Struck {
  readonly end: () => Promise<void>;
  readonly beat?: () => Promise<void>;
  /**
   * What of the pipeline it has met so far: calls refused, connections lost, processes ended. Asked just before the end; 0
   * says that it struck nothing.
   */
  readonly effects: () => Promise<number>;
  /** Goes on after `end`, until the run is over: connections that stay half-open. */
  readonly lingers?: boolean;
}

/** A fault that this machine or user may not make. It is reported as not tried. */
export class NotPermittedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotPermittedError';
  }
}

export const nothingToUndo = async (): Promise<void> => undefined;

/** How far a count has come since now. */
export function since(count: () => number): () => Promise<number> {
  const before = count();
  return async () => count() - before;
}
