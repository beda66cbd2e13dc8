import { expect, it } from 'vitest';
import { endedRollups } from './rollups.ts';

it('rollups that have ended are counted by kind, without those that failed', () => {
  const metrics = [
    'tidemark_indexer_job_duration_seconds_count{kind="rollup",outcome="ok"} 7',
    'tidemark_indexer_job_duration_seconds_count{kind="rollup",outcome="TIMEOUT"} 2',
    'tidemark_indexer_job_duration_seconds_count{kind="price-rollup",outcome="ok"} 3',
    'tidemark_indexer_job_duration_seconds_sum{kind="liquidity-rollup",outcome="ok"} 9',
  ].join('\n');
  expect(endedRollups(metrics)).toEqual([7, 3, 0]);
});
