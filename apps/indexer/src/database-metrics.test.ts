import { createMetrics } from '@tidemark/runtime';
import { expect, it } from 'vitest';
import { databaseMetrics } from './database-metrics.ts';

it('says whether the database answers, and that it is not known before anybody asked', async () => {
  const metrics = createMetrics({ prefix: 'test', defaultMetrics: false });
  const database = databaseMetrics(metrics);
  expect(await metrics.render()).toContain('test_database_up Nan');
  let isAway = false;
  database.observeDatabase(async () => {
    if (isAway) throw new Error('away');
  });
  expect(await metrics.render()).toContain('test_database_up 1');
  isAway = true;
  expect(await metrics.render()).toContain('test_database_up 0');
});
