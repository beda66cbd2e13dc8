import { describe, expect, it } from 'vitest';
import { INVARIANT_NAMES } from '../audit/finding.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { makeScene } from '../plan/scenes.ts';
import { makeShortPlan } from '../plan/short-plan.ts';
import { judgedOf } from './judged.ts';

/** Two are of runs that are written by hand. */
const NAMES = INVARIANT_NAMES.filter((name) => name !== 'causes' && name !== 'scenes');
const plan = makePlan(7, { hasRedis: true });
const deployOnly: Plan = { ...plan, episodes: plan.episodes.filter(({ lane }) => lane === 'deploy') };
const judged = (of: Plan, isAudited: boolean, isDeployedFromOld = false) =>
  [...judgedOf(of, { isAudited, isDeployedFromOld })].toSorted();

describe('what a run is held to', () => {
  it('is everything, where it completed', () => {
    expect(judged(plan, true)).toEqual(NAMES.toSorted());
  });

  it('is what nodes have told, too, where each fault is alone, and what a scene is about', () => {
    expect(judged(makeShortPlan(1, { hasRedis: true }), true)).toEqual([...NAMES].toSorted());
    expect(judged(makeScene('provider'), true)).toEqual([...NAMES, 'causes', 'scenes'].toSorted());
  });

  it('is nothing about data that were not audited', () => {
    expect(judged(plan, false)).toEqual(['answers', 'overlap', 'processes', 'recovery', 'run']);
  });

  it('is not the overlap, where the plan has no fault that could meet anything', () => {
    expect(deployOnly.episodes).toHaveLength(1);
    expect(judged(deployOnly, true)).toEqual(NAMES.filter((name) => name !== 'overlap').toSorted());
    expect(judged(deployOnly, false)).toEqual(['answers', 'processes', 'recovery', 'run']);
  });

  it('is neither the times of batches, the reads, the prices nor the liquidity, where an earlier version stored some of them', () => {
    const others = NAMES.filter((name) => !['times', 'reads', 'prices', 'liquidity'].includes(name));
    expect(judged(plan, true, true)).toEqual(others.toSorted());
  });
});
