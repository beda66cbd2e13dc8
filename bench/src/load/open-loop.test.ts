import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Outcome, runOpenLoop } from './open-loop.ts';

const OK: Outcome = { what: '200', failed: false };

describe('runOpenLoop', () => {
  it('sends as many requests as fall due, each with its number, and counts what became of them', async () => {
    const indexes: number[] = [];
    const [result] = await runOpenLoop(
      [
        {
          name: 'some',
          perSecond: 200,
          isHot: true,
          send: async (index) => {
            indexes.push(index);
            return index % 2 === 0 ? OK : { what: '500', failed: true };
          },
        },
      ],
      0.5,
    );
    expect(indexes).toEqual(indexes.map((_, place) => place));
    expect(indexes).toHaveLength(100);
    expect(result?.failures).toBe(50);
    expect([...(result?.outcomes.values() ?? [])].reduce((sum, count) => sum + count, 0)).toBe(100);
  });

  it('measures from the time at which a request was due, so those that a standstill kept back are as late as they are', async () => {
    let stood = false;
    const [result] = await runOpenLoop(
      [
        {
          name: 'some',
          perSecond: 100,
          isHot: true,
          send: async (index) => {
            // Nothing is sent meanwhile: this process stands still, as the generator must not let pass unnoticed.
            if (index === 5 && !stood) {
              stood = true;
              const until = performance.now() + 300;
              while (performance.now() < until);
            }
            await delay(0);
            return OK;
          },
        },
      ],
      0.6,
    );
    const late = result?.latenciesMs.filter((ms) => ms >= 100) ?? [];
    // Due every 10 ms during 300 ms: about twenty of them waited for a third of that or more, not one.
    expect(late.length).toBeGreaterThanOrEqual(10);
  });
});
