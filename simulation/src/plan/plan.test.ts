import { describe, expect, it } from 'vitest';
import { CI_SEEDS } from './ci-seeds.ts';
import { FAULT_NAMES, FAULTS, LANES } from './fault-list.ts';
import { makePlan } from './plan.ts';

const machine = { hasRedis: true };
/** The others are of short runs and scenes. */
const BY_CHANCE = FAULT_NAMES.filter((name) => FAULTS[name].isScripted !== true);

describe('a plan', () => {
  it('is the same each time for a seed, and another for another one', () => {
    expect(makePlan(7, machine)).toEqual(makePlan(7, machine));
    expect(makePlan(7, machine)).not.toEqual(makePlan(9, machine));
  });

  it('comes upon every fault in a hundred seeds', () => {
    const plans = Array.from({ length: 100 }, (_, seed) => makePlan(seed, machine));
    const tried = new Set(plans.flatMap(({ episodes }) => episodes.map(({ fault }) => fault)));
    expect(BY_CHANCE.filter((name) => !tried.has(name))).toEqual([]);
  });

  it('has one deploy, and faults of one lane and target one after the other', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { episodes } = makePlan(seed, machine);
      expect(episodes.filter(({ lane }) => lane === 'deploy')).toHaveLength(1);
      const ends = new Map<string, number>();
      for (const { lane, target, at, ticks } of episodes) {
        expect(at).toBeGreaterThanOrEqual(ends.get(`${lane} ${target}`) ?? 0);
        ends.set(`${lane} ${target}`, at + ticks);
      }
    }
  });
});

describe('a second node of another chain', () => {
  it('is disturbed on the way to it alone, for what it answers is not believed anyway', () => {
    const plans = Array.from({ length: 200 }, (_, seed) => makePlan(seed, machine));
    const there = (kind: string) =>
      plans
        .filter(({ secondNode }) => secondNode === kind)
        .flatMap(({ episodes }) => episodes.filter(({ lane, target }) => lane === 'rpc' && target === 1))
        .map(({ fault }) => FAULTS[fault].isTransport === true);
    expect(there('foreign').length).toBeGreaterThan(50);
    expect(there('foreign')).not.toContain(false);
    expect(there('same')).toContain(false);
  });
});

describe('the seeds of every change', () => {
  it('have both queues, several indexers, a second node, every lane, and five in six of all faults', () => {
    const plans = CI_SEEDS.map((seed) => makePlan(seed, machine));
    expect(new Set(plans.map(({ queue }) => queue))).toEqual(new Set(['postgres', 'redis']));
    expect(plans.some(({ indexers }) => indexers > 1)).toBe(true);
    expect(plans.some(({ secondNode }) => secondNode !== 'none')).toBe(true);
    const tried = new Set(plans.flatMap(({ episodes }) => episodes.map(({ fault }) => fault)));
    expect(new Set([...tried].map((fault) => FAULTS[fault].lane))).toEqual(new Set(LANES));
    expect(tried.size).toBeGreaterThanOrEqual((BY_CHANCE.length * 5) / 6);
  });
});
