import { describe, expect, it } from 'vitest';
import type { FaultName } from '../plan/fault-list.ts';
import { auditOverlap } from './overlap.ts';
import { createRequestMeter } from './request-meter.ts';

const TIME = new Date('2026-03-31T23:50:00Z');
const overlap = { requests: 5, requestsThroughout: 30, committed: 0, failed: 9, seconds: 9 };
const strikeOf = (fault: FaultName, effects: number) => ({ fault, from: TIME, to: TIME, effects, lingers: false });

describe('the requests of a run', () => {
  it('are counted while a fault is in force, and from the first fault to the last', () => {
    let total = 100;
    const meter = createRequestMeter(() => total);
    meter.begin();
    total += 5;
    meter.begin();
    total += 10;
    meter.end();
    total += 20;
    meter.end();
    total += 40;
    meter.begin();
    total += 80;
    meter.end();
    total += 160;
    expect(meter.counts()).toEqual({ requests: 115, requestsThroughout: 155 });
  });

  it('are none before the first fault', () => {
    expect(createRequestMeter(() => 100).counts()).toEqual({ requests: 0, requestsThroughout: 0 });
  });
});

describe('a run whose faults met nothing', () => {
  it('has failed for want of requests after the first fault', () => {
    const few = { ...overlap, requestsThroughout: 3 };
    expect(auditOverlap(few, [strikeOf('rpc429', 2)])).toMatchObject([{ invariant: 'overlap' }]);
    expect(auditOverlap(overlap, [strikeOf('rpc429', 2)])).toEqual([]);
  });

  it('has failed where nothing but the deploy met the pipeline', () => {
    const strikes = [strikeOf('deployRolled', 3), strikeOf('rpc429', 0)];
    expect(auditOverlap(overlap, strikes)).toMatchObject([{ invariant: 'overlap' }]);
    expect(auditOverlap(overlap, [...strikes, strikeOf('apiPaused', 1)])).toEqual([]);
  });
});
