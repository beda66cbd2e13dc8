import { expect, it } from 'vitest';
import { ApiError } from './exchange.ts';
import { InFlight } from './work-gates.ts';

it('counts a request by the pages that it holds, and lets one alone in, whatever it weighs', () => {
  const inFlight = new InFlight({ maxPerClient: 12, onShed: () => undefined });
  const [long, short, third] = [new AbortController(), new AbortController(), new AbortController()];
  inFlight.begin('a', long.signal, 10);
  inFlight.begin('a', short.signal, 2);
  expect(() => inFlight.begin('a', third.signal, 1)).toThrow(ApiError);
  inFlight.begin('b', third.signal, 100);
  expect(inFlight.total).toBe(3);
  long.abort();
  inFlight.begin('a', new AbortController().signal, 10);
  expect(() => inFlight.begin('a', new AbortController().signal, 1)).toThrow(ApiError);
  expect(inFlight.total).toBe(3);
});
