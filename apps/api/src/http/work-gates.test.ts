import { expect, it } from 'vitest';
import { InFlight } from './work-gates.ts';

const OVERLOADED = { errorName: 'OVERLOADED', headers: { 'Retry-After': '1' } };

it('refuses what one client has too much of, until one of its answers has been taken or it is gone, and nobody else', () => {
  let shed = 0;
  const inFlight = new InFlight({ maxPerClient: 2, onShed: () => (shed += 1) });
  const ends = [new AbortController(), new AbortController()];
  for (const end of ends) inFlight.begin('one', end.signal);
  const { signal } = new AbortController();
  expect(() => inFlight.begin('one', signal)).toThrow(expect.objectContaining(OVERLOADED));
  inFlight.begin('other', signal);
  expect([inFlight.total, shed]).toEqual([3, 1]);
  ends[0]?.abort();
  inFlight.begin('one', signal);
  expect(inFlight.total).toBe(3);
});

it('counts nobody who has gone before', () => {
  const inFlight = new InFlight({ maxPerClient: 1, onShed: () => undefined });
  const gone = new AbortController();
  gone.abort();
  inFlight.begin('one', gone.signal);
  inFlight.begin('one', new AbortController().signal);
  expect(inFlight.total).toBe(1);
});
