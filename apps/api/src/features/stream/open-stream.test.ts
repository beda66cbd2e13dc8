import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '@tidemark/runtime';
import type { StreamCommit } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { createGate } from '../../http/gate.ts';
import { StreamHub } from './hub.ts';
import { openStream } from './open-stream.ts';

const SETTINGS = { heartbeatMs: 3_600_000, maxAgeMs: 3_600_000, maxQueuedBytes: 1_000_000, cutOffGraceMs: 20 };
const commitsAfter = (after: bigint, count: number): StreamCommit[] =>
  Array.from({ length: count }, (_, index) => ({ commitSeq: after + BigInt(index) + 1n, states: [], prices: [] }));

/** The hub over commits that are all empty, up to a newest one that the test moves on. */
function openHub(newest: bigint) {
  const stored = { newest };
  const load = async (after: bigint, limit: number): Promise<StreamCommit[]> =>
    commitsAfter(after, Math.max(0, Math.min(limit, Number(stored.newest - after))));
  const hub = new StreamHub({
    listener: { listen: () => Promise.reject(new Error('nobody announces anything here')) },
    load,
    bounds: async () => ({ oldest: 1n, newest: stored.newest }),
    logger: createLogger({ name: 'stream', level: 'silent' }),
    readIntervalMs: 3_600_000,
    maxSubscribers: 10,
  });
  return { hub, stored };
}

async function open(
  hub: Parameters<typeof openStream>[0]['hub'],
  options: Partial<Parameters<typeof openStream>[0]> = {},
) {
  const gone = new AbortController();
  const seen = { destroyed: false };
  const texts = await openStream({
    hub,
    gate: createGate({ maxRunning: 1 }),
    settings: SETTINGS,
    cursor: null,
    wants: { state: () => true, price: () => true },
    newest: () => ({ timestamp: null, slot: null, data_age_seconds: null }),
    destroy: () => (seen.destroyed = true),
    signal: gone.signal,
    ...options,
  });
  const iterator = texts[Symbol.asyncIterator]();
  return { gone, seen, next: async (): Promise<string> => String((await iterator.next()).value) };
}

describe('a stream that catches up', () => {
  it('reads its pages in turn with other long answers', async () => {
    const { hub } = openHub(200n);
    const gate = createGate({ maxRunning: 1 });
    const place = { release: () => undefined as unknown };
    const held = gate(() => new Promise<void>((resolve) => (place.release = resolve)));
    let loads = 0;
    const counted: Parameters<typeof openStream>[0]['hub'] = {
      subscribe: (subscriber) => hub.subscribe(subscriber),
      load: (after, limit) => ((loads += 1), hub.load(after, limit)),
    };
    const stream = await open(counted, { gate, cursor: { commitSeq: 1n, position: null } });
    await stream.next();
    const after = stream.next();
    await waitFor(() => gate.waiting() === 1);
    expect(loads).toBe(0);
    place.release();
    await held;
    await waitFor(() => loads === 4);
    stream.gone.abort();
    await after;
  });

  it('reads no more when the service ends, and says up to where it told everything', async () => {
    const { hub } = openHub(1_000n);
    let loads = 0;
    const counted: Parameters<typeof openStream>[0]['hub'] = {
      subscribe: (subscriber) => hub.subscribe(subscriber),
      load: async (after, limit) => {
        loads += 1;
        if (loads === 3) hub.stop();
        return await hub.load(after, limit);
      },
    };
    const stream = await open(counted, { cursor: { commitSeq: 1n, position: null } });
    await stream.next();
    expect(await stream.next()).toBe('event: end\ndata: {"notice_reason_str":"shutdown","last_event_id":"101"}\n\n');
    expect(loads).toBe(3);
  });
});

describe('a stream that is cut off', () => {
  it('loses its connection when its client does not take the notice, and keeps it when the answer has ended', async () => {
    const { hub, stored } = openHub(1n);
    // Nothing fits, not even an empty commit.
    const settings = { ...SETTINGS, maxQueuedBytes: -1 };
    const streams: Awaited<ReturnType<typeof open>>[] = [];
    for (const takesNotice of [true, false]) {
      const stream = await open(hub, { settings });
      await stream.next();
      const ending = stream.next();
      // By now it waits for what comes.
      await nextTurn();
      stored.newest += 1n;
      await open(hub);
      expect(await ending).toContain('slow_consumer');
      if (takesNotice) stream.gone.abort();
      streams.push(stream);
    }
    await waitFor(() => streams[1]?.seen.destroyed);
    expect(streams.map(({ seen }) => seen.destroyed)).toEqual([false, true]);
  });
});
