import { waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../../test/gate.ts';
import { systemClock } from '../rpc/index.ts';
import { type ChangeBatch, ChangeQueue } from './changes.ts';

const queues: ChangeQueue[] = [];
afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.stop())));

function open({
  debounceMs = 5,
  minIntervalMs = 0,
  gate,
}: {
  debounceMs?: number;
  minIntervalMs?: number;
  gate?: Gate;
}) {
  const batches: ChangeBatch[] = [];
  const outcomes: ('fail' | 'ok')[] = [];
  const queue = new ChangeQueue({
    debounceMs,
    minIntervalMs,
    clock: systemClock,
    async run(batch) {
      batches.push(batch);
      await gate?.passed;
      if (outcomes.shift() === 'fail') throw new Error('no');
    },
  });
  queues.push(queue);
  return { queue, batches, outcomes };
}
const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `r${String(index).padStart(3, '0')}`);

describe('the queue of changed reserves', () => {
  it('reads together what changes together, from the newest slot that was named', async () => {
    const { queue, batches } = open({});
    queue.changed('b', 5n);
    queue.changed('a', 7n);
    queue.changed('b', 6n);
    queue.changed('a', 4n);
    await waitFor(() => batches.length === 1);
    expect(batches).toMatchObject([
      { addresses: ['a', 'b'], slot: 7n, heardAt: [expect.any(Number), expect.any(Number)] },
    ]);
  });

  it('never asks for more than 99 at once, and for the changed ones first', async () => {
    const { queue, batches } = open({});
    queue.check(names(150));
    queue.changed('r140', 9n);
    await waitFor(() => batches.length === 2);
    expect(batches.map(({ addresses, slot }) => [addresses.length, slot])).toEqual([
      [99, 9n],
      [51, undefined],
    ]);
    expect(batches[0]?.addresses).toContain('r140');
    expect(new Set(batches.flatMap(({ addresses }) => addresses)).size).toBe(150);
  });

  it('has two batches under way at most, and keeps what changes meanwhile, each reserve once', async () => {
    const gate = createGate();
    const { queue, batches } = open({ gate });
    queue.changed('a', 1n);
    await waitFor(() => batches.length === 1);
    queue.changed('b', 2n);
    await waitFor(() => batches.length === 2);
    for (let slot = 3n; slot < 500n; slot += 1n) queue.changed('a', slot);
    gate.open();
    await waitFor(() => batches.length === 3);
    expect(batches[2]).toMatchObject({ addresses: ['a'], slot: 499n, heardAt: [expect.any(Number)] });
    expect(batches.length).toBe(3);
  });

  it('goes on after a batch that failed, without trying it again', async () => {
    const { queue, batches, outcomes } = open({});
    outcomes.push('fail');
    queue.changed('a', 1n);
    await waitFor(() => batches.length === 1);
    queue.changed('b', 2n);
    await waitFor(() => batches.length === 2);
    expect(batches.map(({ addresses }) => addresses)).toEqual([['a'], ['b']]);
  });

  it('finishes what is under way when it stops, and begins nothing more', async () => {
    const gate = createGate();
    const { queue, batches } = open({ gate });
    queue.changed('a', 1n);
    await waitFor(() => batches.length === 1);
    queue.changed('b', 2n);
    let stopped = false;
    const stopping = queue.stop().then(() => (stopped = true));
    await Promise.resolve();
    expect(stopped).toBe(false);
    gate.open();
    await stopping;
    queue.changed('c', 3n);
    expect(batches).toHaveLength(1);
  });
});
