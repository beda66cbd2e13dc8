import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** A cause that `/v1/status` named of a protocol. */
export interface SaidCause {
  readonly at: Date;
  readonly protocol: string;
  readonly cause: string;
  /** In words. */
  readonly words: string;
}

export interface StatusWatch {
  readonly causes: readonly SaidCause[];
  /** Safe to call twice. */
  stop(): Promise<void>;
}

const PAUSE_MS = 500;
const TIMEOUT_MS = 30_000;
const statusSchema = z.object({
  data: z.object({
    protocols: z.array(
      z.object({ protocol: z.string(), causes: z.array(z.object({ cause_str: z.string(), message: z.string() })) }),
    ),
  }),
});

/** Asks for the status all the time; answers that do not come are those of other watches. */
export function watchStatus(baseUrl: string): StatusWatch {
  const causes: SaidCause[] = [];
  const end = new AbortController();
  const look = async (): Promise<void> => {
    const response = await fetch(`${baseUrl}/v1/status`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return;
    const { data } = statusSchema.parse(await response.json());
    const at = new Date();
    for (const { protocol, causes: named } of data.protocols) {
      for (const { cause_str: cause, message: words } of named) causes.push({ at, protocol, cause, words });
    }
  };
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await look().catch((error: unknown) => {
        if (error instanceof z.ZodError) throw error;
      });
      await delay(PAUSE_MS);
    }
  };
  const looping = loop();
  return {
    causes,
    stop: async () => {
      end.abort();
      await looping;
    },
  };
}
