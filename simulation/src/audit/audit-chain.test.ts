import { expect, it } from 'vitest';
import { createMonotony } from '../watch/monotony.ts';
import { auditChain, auditStepsBack } from './audit-chain.ts';

it('sees a database that says it is of another chain', () => {
  expect(auditChain({ genesisHashes: ['ours'] }, 'ours')).toEqual([]);
  expect(auditChain({ genesisHashes: ['ours', 'theirs'] }, 'ours')).toMatchObject([{ invariant: 'chain' }]);
});

it('sees newest rows that went back, in what the database noted', () => {
  expect(auditStepsBack({ stepsBack: [] })).toEqual([]);
  expect(auditStepsBack({ stepsBack: [{ reserve: 'a', from_slot: '2', to_slot: '1' }] })).toMatchObject([
    { invariant: 'backwards' },
  ]);
});

it('sees newest rows that go back while they are looked at, each reserve by itself', () => {
  const stepsBack: string[] = [];
  const look = createMonotony('SQL', stepsBack);
  look('a', { slot: 5, time: 50 });
  look('b', { slot: 3, time: 30 });
  look('a', { slot: 5, time: 50 });
  look('a', { slot: 6, time: 60 });
  expect(stepsBack).toEqual([]);
  look('a', { slot: 5, time: 60 });
  look('b', { slot: 4, time: 20 });
  expect(stepsBack).toHaveLength(2);
});
