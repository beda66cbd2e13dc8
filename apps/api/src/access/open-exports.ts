import type { Logger } from '@tidemark/runtime';

export interface OpenExportOptions {
  /** Those of the keys that are in force. Rejects when the database fails. */
  readonly listActive: (keyIds: readonly string[]) => Promise<readonly string[]>;
  readonly intervalMs: number;
  readonly logger: Logger;
}

/** Exports and streams that are being sent, which can outlast their key. */
export interface OpenExports {
  /** `cut` ends the answer at once. Returns what forgets it. */
  add(keyId: string, cut: () => void): () => void;
  /** Looks at the keys from time to time until the returned function is called. */
  start(): () => void;
}

/** Cuts answers off whose key was revoked or has expired. While the database is away they go on. */
export function createOpenExports({ listActive, intervalMs, logger }: OpenExportOptions): OpenExports {
  const open = new Map<string, Set<() => void>>();
  let checking = false;

  const check = async (): Promise<void> => {
    if (checking || open.size === 0) return;
    checking = true;
    try {
      const asked = [...open.keys()];
      const active = new Set(await listActive(asked));
      for (const keyId of asked) {
        if (active.has(keyId)) continue;
        const cuts = [...(open.get(keyId) ?? [])];
        logger.info({ keyId, answers: cuts.length }, 'the key has ended; its exports and streams are cut off');
        for (const cut of cuts) cut();
      }
    } catch (err) {
      logger.warn({ err }, 'the keys of exports under way could not be looked at');
    } finally {
      checking = false;
    }
  };

  return {
    add: (keyId, cut) => {
      const cuts = open.get(keyId) ?? new Set();
      open.set(keyId, cuts.add(cut));
      return () => {
        cuts.delete(cut);
        if (cuts.size === 0 && open.get(keyId) === cuts) open.delete(keyId);
      };
    },
    start: () => {
      const timer = setInterval(() => void check(), intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
