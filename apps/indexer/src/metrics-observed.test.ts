import { createMetrics } from '@tidemark/runtime';
import { expect, test } from 'vitest';
import { Observed, observedMetrics } from './metrics-observed.ts';

test('what is read is given, and a reader that fails gives nothing and is asked again', async () => {
  const answers = [Promise.resolve(1), Promise.reject(new Error('away')), Promise.resolve(2)];
  const observed = new Observed<number>();
  observed.observe(() => answers.shift() ?? Promise.resolve(0));
  expect([await observed.read(), await observed.read(), await observed.read()]).toEqual([1, undefined, 2]);
});

test('a reader that does not answer gives nothing, and is not asked twice at a time', async () => {
  let asked = 0;
  let answer: (value: number) => void = () => undefined;
  const observed = new Observed<number>();
  observed.observe(() => {
    asked += 1;
    return new Promise<number>((resolve) => {
      answer = resolve;
    });
  });
  expect(await Promise.all([observed.read(), observed.read()])).toEqual([undefined, undefined]);
  expect(asked).toBe(1);
  answer(1);
  const late = observed.read();
  answer(2);
  expect([1, 2]).toContain(await late);
});

test('the metrics say whether the database answers, and that it is not known before anybody asked', async () => {
  const metrics = createMetrics({ prefix: 'test', defaultMetrics: false });
  const observed = observedMetrics(metrics);
  expect(await metrics.render()).toContain('test_database_up Nan');
  let isAway = false;
  observed.observeDatabase(async () => {
    if (isAway) throw new Error('away');
  });
  expect(await metrics.render()).toContain('test_database_up 1');
  isAway = true;
  expect(await metrics.render()).toContain('test_database_up 0');
});
