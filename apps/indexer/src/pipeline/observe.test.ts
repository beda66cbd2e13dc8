import { Writable } from 'node:stream';
import type { AccountConfigChange } from '@tidemark/schema';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createIndexerMetrics } from '../metrics.ts';
import { PipelineObserver } from './observe.ts';

const change = (account: string, field: string): AccountConfigChange => ({
  account,
  accountKind: 'reserve',
  lendingMarket: 'market',
  protocol: 'kamino',
  field,
  oldValue: 1,
  newValue: '2',
  slot: 20n,
  observedAt: new Date(20_000),
  previousSlot: 10n,
  previousObservedAt: new Date(10_000),
});

describe('the observer of parameter changes', () => {
  it('writes one line per account and counts every parameter', async () => {
    const lines: unknown[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const metrics = createIndexerMetrics();
    const observer = new PipelineObserver(pino({ base: null, timestamp: false }, sink), metrics);
    const tell = (configChanges: readonly AccountConfigChange[]) => observer.stored({ quarantined: [], configChanges });
    tell([]);
    tell([change('a', 'x'), change('b', 'x'), change('a', 'y')]);
    const values = { oldValue: 1, newValue: '2' };
    const line = { level: 30, accountKind: 'reserve', slot: 20, msg: 'parameters changed' };
    expect(lines).toEqual([
      {
        ...line,
        account: 'a',
        parameters: [
          { field: 'x', ...values },
          { field: 'y', ...values },
        ],
      },
      { ...line, account: 'b', parameters: [{ field: 'x', ...values }] },
    ]);
    expect(await metrics.metrics.render()).toContain('tidemark_indexer_config_changes_total{account_kind="reserve"} 3');
  });
});
