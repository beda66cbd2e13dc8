import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Finding, INVARIANT_NAMES } from '../audit/finding.ts';
import type { FaultName } from '../plan/fault-list.ts';
import { makePlan } from '../plan/plan.ts';
import type { MetStrike } from '../run/overlap.ts';
import type { RunCounts, SeedResult } from '../run/seed-result.ts';
import { renderFailure, renderLine, renderReport } from './report.ts';
import { writeReport } from './write-report.ts';

const TIME = new Date('2026-03-31T23:50:00Z');
const context = { command: 'npm run simulate', asked: 1, seconds: 60, hasRedis: true };

const COUNTS: RunCounts = {
  ...{
    batches: 9,
    failedBatches: 1,
    snapshots: 20,
    observations: 100,
    reads: 400,
    excusedReads: 3,
    notifications: 50,
    excusedNotifications: 5,
    gaps: 2,
    hours: 4,
    prices: 21,
    pools: 40,
    edges: 6,
    exactHours: 3,
  },
  ...{ streamed: 20, answers: 30, unanswered: 1, refused: 2, samples: 40 },
};

function strikeOf(fault: FaultName, effects: number): MetStrike {
  return { fault, from: TIME, to: TIME, effects, lingers: false, committed: 3, failed: 1 };
}

function resultOf(changes: Partial<SeedResult>): SeedResult {
  return {
    plan: makePlan(7, { hasRedis: true }),
    findings: [],
    strikes: [],
    notPermitted: new Map(),
    overlap: { requests: 40, requestsThroughout: 60, committed: 12, failed: 4, seconds: 8 },
    counts: COUNTS,
    judged: new Set(INVARIANT_NAMES),
    keptIn: null,
    lastLines: [],
    seconds: 30,
    ...changes,
  };
}

function rowOf(report: string, words: string): string {
  return report.split('\n').find((line) => line.includes(words)) ?? '';
}

describe('the report', () => {
  it('says how often a fault was applied, how often it had an effect, and names the one without', () => {
    const results = [
      resultOf({ strikes: [strikeOf('rpc429', 5), strikeOf('rpc429', 0), strikeOf('redisFull', 0)] }),
      resultOf({ strikes: [strikeOf('rpc429', 2)] }),
    ];
    const report = renderReport(results, context);
    expect(rowOf(report, 'RPC answers 429')).toBe('| rpc | RPC answers 429 | 3 | 2 | 7 | 9 | 3 |');
    expect(rowOf(report, 'Redis out of memory')).toContain('| 1 | **0, no effect** | 0 |');
    expect(rowOf(report, 'Redis emptied')).toContain('not tried');
  });

  it('does not count as tried what the machine does not permit, and says why', () => {
    const notPermitted = new Map<FaultName, string>([['diskFull', 'no mount here']]);
    const report = renderReport([resultOf({ notPermitted })], context);
    expect(rowOf(report, 'the disk of the cluster full')).toContain('not tried: no mount here');
  });

  it('says so while there are fewer results than seeds', () => {
    expect(renderReport([resultOf({})], { ...context, asked: 200 })).toContain('1 of 200 seeds in 1 minutes');
    expect(renderReport([resultOf({})], context)).toContain('1 seeds in 1 minutes');
  });

  it('counts what was lost in its first lines, and prints the plan of a seed that failed', () => {
    const findings: Finding[] = [
      { invariant: 'lost', message: 'a row is not there' },
      { invariant: 'doubled', message: 'a row too many' },
    ];
    const failed = resultOf({ findings });
    const report = renderReport([resultOf({}), failed], context);
    expect(report).toContain('1 held, 1 failed');
    expect(report).toContain('1 lost, 1 doubled, 0 wrong, 0 holes unexplained');
    expect(report).toContain(renderFailure(failed, context.command));
    expect(report).not.toContain('did not complete');
    expect(renderLine(failed)).toMatch(/^seed 7 FAILED: .*40 requests, 12 commits, 4 failures/);
  });

  it.each([
    ['npm run simulate -- --seeds 1..20 --jobs 4', '--seed 7'],
    ['npm run simulate -- --seeds 1..4 --old HEAD~50 --jobs 4', '--seed 7 --old HEAD~50'],
    ['npm run simulate -- --old=v0.1.0 --ci', '--seed 7 --old=v0.1.0'],
  ])('says how a seed that failed is run again, from the same earlier version: %s', (command, again) => {
    const failed = resultOf({ findings: [{ invariant: 'lost', message: 'a row is not there' }] });
    expect(renderFailure(failed, command).split('\n')).toContain(`  again: npm run simulate -- ${again}`);
    expect(renderReport([failed], { ...context, command })).toContain(`\n  again: npm run simulate -- ${again}\n`);
  });

  it('reports a seed that an error ended as one whose run failed', () => {
    const findings: Finding[] = [{ invariant: 'run', message: 'start: Error: no port is free' }];
    const broken = resultOf({ findings, counts: null, judged: new Set(['run'] as const) });
    const report = renderReport([resultOf({}), broken], context);
    expect(renderLine(broken)).toMatch(/^seed 7 FAILED: .*did not complete/);
    expect(renderFailure(broken, context.command)).toContain('start: Error: no port is free');
    expect(rowOf(report, '| run |')).toMatch(/\| 2 \| 1 \|$/);
    expect(rowOf(report, '| recovery |')).toMatch(/\| 1 \| 0 \|$/);
  });

  it('tells what was not judged from what held', () => {
    const findings: Finding[] = [{ invariant: 'recovery', message: 'slot 7 did not come' }];
    const broken = resultOf({ findings, counts: null, judged: new Set(['recovery', 'answers'] as const) });
    const report = renderReport([resultOf({}), broken], context);
    expect(rowOf(report, '| recovery |')).toMatch(/\| 2 \| 1 \|$/);
    expect(rowOf(report, '| lost |')).toMatch(/\| 1 \| 0 \|$/);
    expect(report).toContain('0 holes unexplained. 1 seeds did not complete');
    expect(rowOf(renderReport([broken], context), '| lost |')).toMatch(/\| 0 \| not judged \|$/);
  });

  it('reports for a seed that failed where its evidence is, and the last output of its processes', () => {
    const findings: Finding[] = [{ invariant: 'lost', message: 'a row is not there' }];
    const lastLines = [{ name: 'indexer-0', lines: ['one', 'two'] }];
    const text = renderFailure(resultOf({ findings, keptIn: '/tmp/simulation/seed-7', lastLines }), context.command);
    expect(text).toContain('kept in /tmp/simulation/seed-7');
    expect(text.endsWith('  last lines of indexer-0:\n    one\n    two')).toBe(true);
  });

  it('takes its place between the marks of a page, and is a page of its own without them', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tidemark-report-'));
    const file = join(dir, 'page.md');
    try {
      await writeReport(file, 'new\n');
      expect(await readFile(file, 'utf8')).toBe('new\n');
      await writeFile(file, 'before\n<!-- simulation:begin -->\nold\n<!-- simulation:end -->\nafter\n');
      await writeReport(file, 'new, for $& and $1\n');
      expect(await readFile(file, 'utf8')).toBe(
        'before\n<!-- simulation:begin -->\n\nnew, for $& and $1\n\n<!-- simulation:end -->\nafter\n',
      );
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
