import { expect, test } from 'vitest';
import { createMetrics } from './create-metrics.ts';

const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('a gauge that is read shows what it is now: samples that are gone have no series, what is not known is NaN', async () => {
  const metrics = createMetrics({ prefix: 'test', defaultMetrics: false });
  const jobs = new Map([['poll', 2]]);
  let age = Number.NaN;
  metrics.readGauge('jobs', 'Jobs by queue', () => [...jobs].map(([queue, count]) => [{ queue }, count] as const), [
    'queue',
  ]);
  metrics.readGauge('age_seconds', 'Age', async () => age);
  expect(lines(await metrics.render())).toEqual(['test_jobs{queue="poll"} 2', 'test_age_seconds Nan']);
  jobs.clear();
  age = 1.5;
  expect(lines(await metrics.render())).toEqual(['test_age_seconds 1.5']);
});
