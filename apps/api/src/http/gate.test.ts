import { waitFor } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { createGate, type Gate, inTurns, type ShedReason } from './gate.ts';

const OVERLOADED = { errorName: 'OVERLOADED', headers: { 'Retry-After': '1' } };

/** Work that is under way until the test ends it, and what became of it. */
function hold(gate: Gate['goOn']) {
  const state = { begun: false };
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const done = gate(() => {
    state.begun = true;
    return new Promise<void>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
  });
  return { state, done, end: () => end(), fail: (error: Error) => fail(error) };
}

describe('createGate', () => {
  it('refuses work beyond its bound at once, and takes work again when some has ended, well or not', async () => {
    const gate = createGate({ maxRunning: 2 });
    const [failing, waiting] = [hold(gate), hold(gate)];
    await expect(gate(async () => 'third')).rejects.toMatchObject(OVERLOADED);
    failing.fail(new Error('gone'));
    await expect(failing.done).rejects.toThrow('gone');
    await expect(gate(async () => 'fourth')).resolves.toBe('fourth');
    waiting.end();
    await waiting.done;
    expect([gate.running(), gate.waiting()]).toEqual([0, 0]);
  });

  it('lets as many wait as it may, in the order in which they came, and never runs more than its bound', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 2, maxWaitMs: 3_600_000 });
    const first = hold(gate);
    const second = hold(gate);
    const third = hold(gate);
    await expect(gate(async () => 'fourth')).rejects.toMatchObject(OVERLOADED);
    expect([gate.running(), gate.waiting()]).toEqual([1, 2]);
    first.end();
    await waitFor(() => second.state.begun);
    expect([third.state.begun, gate.running(), gate.waiting()]).toEqual([false, 1, 1]);
    second.end();
    await waitFor(() => third.state.begun);
    third.end();
    await Promise.all([first.done, second.done, third.done]);
    expect([gate.running(), gate.waiting()]).toEqual([0, 0]);
  });

  it('gives up work that did not get its turn in time, and the place is not lost', async () => {
    const reasons: ShedReason[] = [];
    const gate = createGate({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 5, onShed: (reason) => reasons.push(reason) });
    const first = hold(gate);
    let ran = false;
    const late = gate(async () => {
      ran = true;
    });
    await expect(late).rejects.toMatchObject(OVERLOADED);
    first.end();
    await first.done;
    expect([ran, gate.running(), gate.waiting(), reasons]).toEqual([false, 0, 0, ['waited']]);
  });

  it('lets nothing begin while the process is busy, and what has begun go on', async () => {
    const reasons: ShedReason[] = [];
    let busy = true;
    const gate = createGate({ maxRunning: 1, isBusy: () => busy, onShed: (reason) => reasons.push(reason) });
    await expect(gate(async () => 'new')).rejects.toMatchObject(OVERLOADED);
    await expect(gate.goOn(async () => 'old')).resolves.toBe('old');
    busy = false;
    await expect(gate(async () => 'new')).resolves.toBe('new');
    expect(reasons).toEqual(['busy']);
  });

  it('lets what has begun wait beyond the bound of those who wait, and nothing new before it', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 3_600_000 });
    const first = hold(gate);
    const begun = [hold((work) => gate.goOn(work)), hold((work) => gate.goOn(work))];
    await expect(gate(async () => 'new')).rejects.toMatchObject(OVERLOADED);
    expect(gate.waiting()).toBe(2);
    first.end();
    for (const piece of begun) {
      await waitFor(() => piece.state.begun);
      piece.end();
      await piece.done;
    }
    await expect(gate(async () => 'new')).resolves.toBe('new');
  });

  it('gives the place of an aborted one to the next, and never runs it', async () => {
    const reasons: ShedReason[] = [];
    const gate = createGate({
      maxRunning: 1,
      maxWaiting: 1,
      maxWaitMs: 3_600_000,
      onShed: (reason) => reasons.push(reason),
    });
    const first = hold(gate);
    const gone = new AbortController();
    const ran: string[] = [];
    const waiting = [
      gate(async () => void ran.push('begins'), gone.signal),
      gate.goOn(async () => void ran.push('goes on'), gone.signal),
    ];
    gone.abort(new Error('hung up'));
    for (const work of waiting) await expect(work).rejects.toThrow('hung up');
    await expect(gate(async () => void ran.push('late'), gone.signal)).rejects.toThrow('hung up');
    expect([gate.running(), gate.waiting()]).toEqual([1, 0]);
    const next = gate(async () => void ran.push('next'));
    first.end();
    await Promise.all([first.done, next]);
    expect([ran, gate.running(), gate.waiting(), reasons]).toEqual([['next'], 0, 0, []]);
  });
});

describe('inTurns', () => {
  it('refuses an answer before its first piece, and no piece of one that has begun', async () => {
    const gate = createGate({ maxRunning: 1 });
    const { signal } = new AbortController();
    const [begun, refused] = [inTurns(gate, signal), inTurns(gate, signal)];
    await expect(begun(async () => 'first')).resolves.toBe('first');
    const other = hold(gate);
    await expect(refused(async () => 'first')).rejects.toMatchObject(OVERLOADED);
    await expect(refused(async () => 'again')).rejects.toMatchObject(OVERLOADED);
    const second = begun(async () => 'second');
    await waitFor(() => gate.waiting() === 1);
    other.end();
    await expect(second).resolves.toBe('second');
  });
});
