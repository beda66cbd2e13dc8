import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { StackContext } from './stack-context.ts';

const POLL_MS = 250;
const REMINDER_MS = 15_000;
/** How long an API that has data may call itself not ready before the start goes on with a note. */
const STALE_PATIENCE_MS = 20_000;
/** How long a protocol may come after the first one; after that the chain may have none of its accounts. */
const EMPTY_PATIENCE_MS = 5_000;
/** Every so many polls the reserves are requested although the API is not ready; it logs each refusal. */
const POLLS_BETWEEN_COUNTS = 20;

/** How many reserves of a protocol the API answers with, by the path segment of the protocol. */
export type ReserveCounts = Readonly<Record<string, number>>;

const indexSchema = z.looseObject({ meta: z.looseObject({ protocols: z.array(z.string()) }) });
const latestSchema = z.array(z.unknown());
const errorSchema = z.looseObject({ error: z.looseObject({ details: z.string() }) });
const readySchema = z.looseObject({ checks: z.record(z.string(), z.looseObject({ ok: z.boolean() })) });

/**
 * Waits until the API calls itself ready and answers with reserves; returns how many of each protocol. Waits without end, with a
 * reminder now and then, because a slow chain is no fault of the stack. Rejects when the stack is stopped.
 */
export async function waitForFirstData(context: StackContext, apiUrl: string): Promise<ReserveCounts> {
  const { terminal, shutdown } = context;
  let remindAtMs = performance.now() + REMINDER_MS;
  let dataSinceMs: number | null = null;
  for (let poll = 1; ; poll += 1) {
    shutdown.signal.throwIfAborted();
    const ready = await probe(`${apiUrl}/ready`);
    const worthCounting = ready?.status === 200 || poll % POLLS_BETWEEN_COUNTS === 0;
    const counts = worthCounting ? await countReserves(apiUrl) : {};
    const numbers = Object.values(counts);
    if (numbers.some((count) => count > 0)) {
      dataSinceMs ??= performance.now();
      const waitedMs = performance.now() - dataSinceMs;
      const isComplete = numbers.every((count) => count > 0) || waitedMs > EMPTY_PATIENCE_MS;
      if (ready?.status === 200 && isComplete) return counts;
      if (waitedMs > STALE_PATIENCE_MS) {
        terminal.note(`The API has data but does not call itself ready: ${describeReady(ready)}`);
        return counts;
      }
    }
    if (performance.now() > remindAtMs) {
      terminal.busy(`still waiting for the first data: ${describeReady(ready)}`);
      remindAtMs = performance.now() + REMINDER_MS;
    }
    await delay(POLL_MS, undefined, { signal: shutdown.signal });
  }
}

/** Of the protocols that the API lists; empty where it does not answer. */
async function countReserves(apiUrl: string): Promise<ReserveCounts> {
  const index = await probe(`${apiUrl}/`);
  const protocols = indexSchema.safeParse(parseJson(index?.body ?? '')).data?.meta.protocols ?? [];
  const counts = await Promise.all(
    protocols.map(async (protocol) => {
      const answer = await probe(`${apiUrl}/v1/${protocol}/lend/reserves/all/latest`);
      const rows = answer?.status === 200 ? latestSchema.safeParse(parseJson(answer.body)).data : undefined;
      return [protocol, rows?.length ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** The checks that are not met, by name. */
function describeReady(ready: { status: number; body: string } | null): string {
  if (ready === null) return 'the API does not answer yet';
  const report = readySchema.safeParse(parseJson(ready.body));
  if (!report.success) {
    const failure = errorSchema.safeParse(parseJson(ready.body));
    return failure.success ? failure.data.error.details : `/ready answers ${ready.status}`;
  }
  const failing = Object.entries(report.data.checks).filter(([, check]) => !check.ok);
  return failing.map(([name, check]) => `${name} ${JSON.stringify({ ...check, ok: undefined })}`).join(', ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TIMEOUT_MS = 3_000;

/** Status and body of a GET, or null while there is no answer. A certificate of our own is not checked. */
export async function probe(url: string): Promise<{ status: number; body: string } | null> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return await new Promise((resolve) => {
    const request = get(url, { timeout: TIMEOUT_MS, rejectUnauthorized: false, agent: false }, (response) => {
      readText(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body }),
        () => resolve(null),
      );
    });
    request.on('error', () => resolve(null));
    request.on('timeout', () => request.destroy());
  });
}
