import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { probe } from './probe.ts';
import type { StackContext } from './stack-context.ts';

const POLL_MS = 250;
const REMINDER_MS = 15_000;
/** How long an API that has data may call itself not ready before the start goes on with a note. */
const STALE_PATIENCE_MS = 20_000;
/** Every so many looks the reserves are asked for although the API is not ready; it notes each refusal in its log. */
const LOOKS_BETWEEN_COUNTS = 20;

const latestSchema = z.array(z.unknown());
const errorSchema = z.looseObject({ error: z.looseObject({ details: z.string() }) });
const readySchema = z.looseObject({ checks: z.record(z.string(), z.looseObject({ ok: z.boolean() })) });

/**
 * Waits until the API calls itself ready and answers with reserves; returns how many. Waits without end, with a reminder
 * now and then, because a slow chain is no fault of the stack. Rejects when the stack is told to stop.
 */
export async function waitForFirstData(context: StackContext, apiUrl: string): Promise<number> {
  const { terminal, shutdown } = context;
  let remindAtMs = performance.now() + REMINDER_MS;
  let dataSinceMs: number | null = null;
  for (let look = 1; ; look += 1) {
    shutdown.signal.throwIfAborted();
    const ready = await probe(`${apiUrl}/ready`);
    const worthCounting = ready?.status === 200 || look % LOOKS_BETWEEN_COUNTS === 0;
    const count = worthCounting ? await countReserves(apiUrl) : 0;
    if (count > 0) {
      if (ready?.status === 200) return count;
      dataSinceMs ??= performance.now();
      if (performance.now() - dataSinceMs > STALE_PATIENCE_MS) {
        terminal.note(`The API has data but does not call itself ready: ${describeReady(ready)}`);
        return count;
      }
    }
    if (performance.now() > remindAtMs) {
      terminal.busy(`still waiting for the first data: ${describeReady(ready)}`);
      remindAtMs = performance.now() + REMINDER_MS;
    }
    await delay(POLL_MS, undefined, { signal: shutdown.signal });
  }
}

async function countReserves(apiUrl: string): Promise<number> {
  const answer = await probe(`${apiUrl}/v1/kamino/lend/reserves/all/latest`);
  if (answer?.status !== 200) return 0;
  return latestSchema.safeParse(parseJson(answer.body)).data?.length ?? 0;
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
