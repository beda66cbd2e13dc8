import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePlan } from '../plan/plan.ts';
import { runToVerdict, type SeedWork, type Stoppable } from './run-to-verdict.ts';

const plan = makePlan(7, { hasRedis: true });

describe('a seed', () => {
  let workDir: string;
  beforeEach(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'tidemark-verdict-'));
  });
  afterEach(() => rm(workDir, { recursive: true, force: true }));

  /** A world that leaves a log behind, with what a test has it do otherwise. */
  function runWith(changes: Partial<SeedWork<Stoppable>> & { readonly stop?: () => Promise<void> }, keep = false) {
    const { stop = async () => undefined, ...work } = changes;
    return runToVerdict(
      plan,
      { workDir, keep },
      {
        start: async (dir) => {
          await mkdir(join(dir, 'logs'), { recursive: true });
          await writeFile(join(dir, 'logs', 'indexer-0.log'), 'one\ntwo\n');
          return { stop };
        },
        judge: async () => undefined,
        ...work,
      },
    );
  }

  it('that held has no finding, and its folder goes unless it is to be kept', async () => {
    expect(await runWith({})).toMatchObject({ plan, findings: [], keptIn: null, lastLines: [] });
    expect(await readdir(workDir)).toEqual([]);
    expect(await runWith({}, true)).toMatchObject({ findings: [], keptIn: join(workDir, 'seed-7') });
    expect(await readdir(workDir)).toEqual(['seed-7']);
  });

  it('whose world does not start has failed, and says so', async () => {
    const result = await runWith({ start: () => Promise.reject(new Error('no port is free')) });
    expect(result).toMatchObject({ plan, findings: [{ invariant: 'run' }], counts: null, strikes: [] });
    expect(result.findings[0]?.message).toContain('start: Error: no port is free');
    expect([...result.judged]).toEqual(['run']);
    expect(result.keptIn).toBe(join(workDir, 'seed-7'));
  });

  it('that breaks off keeps what it had found, its folder and its logs, and ends what it had started', async () => {
    let stops = 0;
    const result = await runWith({
      judge: async (_, verdict, tell) => {
        tell('audit');
        verdict.findings.push({ invariant: 'lost', message: 'a row is not there' });
        throw new RangeError('there is no account');
      },
      stop: async () => {
        stops += 1;
      },
    });
    expect(result.findings.map(({ invariant }) => invariant)).toEqual(['lost', 'run']);
    expect(result.findings[1]?.message).toContain('audit: RangeError: there is no account');
    expect(result.lastLines).toEqual([{ name: 'indexer-0', lines: ['one', 'two'] }]);
    expect(await readdir(workDir)).toEqual(['seed-7']);
    expect(stops).toBe(1);
  });

  it('of which a part cannot be ended has failed, and the other parts are ended all the same', async () => {
    const parts = ['database', 'node', 'link'];
    const result = await runWith({
      stop: async () => {
        for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
          if (part === 'node') throw new Error('node does not end');
        }
      },
    });
    expect(result.findings).toHaveLength(1);
    expect(result.findings[0]?.message).toContain('end: Error: node does not end');
    expect(parts).toEqual([]);
    expect(result.keptIn).toBe(join(workDir, 'seed-7'));
    expect(await readdir(workDir)).toEqual(['seed-7']);
  });

  it('tells its world in the end whether what it leaves is kept', async () => {
    const kept: boolean[] = [];
    const start = async (_: string, keeps: () => boolean) => ({
      stop: async () => {
        kept.push(keeps());
      },
    });
    await runWith({ start });
    await runWith({ start }, true);
    await runWith({ start, judge: () => Promise.reject(new Error('broken off')) });
    // A start that fails ends by itself what it had started.
    await runWith({
      start: (_, keeps) => {
        kept.push(keeps());
        return Promise.reject(new Error('no port is free'));
      },
    });
    expect(kept).toEqual([false, true, true, true]);
  });
});
