import { expect, it } from 'vitest';
import { createMonotony } from '../watch/monotony.ts';
import { auditChain, auditStepsBack } from './audit-chain.ts';

const outcomeOf = (outcome: string) => ({
  ...{
    id: 'poll-1',
    protocol: 'some',
    kind: 'poll',
    outcome,
    errorCode: null,
    slot: 1,
    observedAt: new Date(0),
    startedAt: new Date(0),
  },
  ...{
    recordedAt: new Date(0),
    gapAfterMs: 30_000,
    missing: 0,
    quarantined: 0,
    requested: null,
    notObserved: [],
    refused: [],
    reserveSet: null,
  },
  ...{ commitSeq: 1, snapshotReserves: null },
});

it('sees a database that says it is of another chain, or of none although it stores a batch', () => {
  const batches = [outcomeOf('committed')];
  expect(auditChain({ genesisHashes: ['ours'], batches }, 'ours')).toEqual([]);
  expect(auditChain({ genesisHashes: ['ours', 'theirs'], batches }, 'ours')).toMatchObject([{ invariant: 'chain' }]);
  expect(auditChain({ genesisHashes: [], batches }, 'ours')).toMatchObject([{ invariant: 'chain' }]);
  expect(auditChain({ genesisHashes: [], batches: [outcomeOf('failed')] }, 'ours')).toEqual([]);
});

it('sees newest rows that went back, in what the database noted', () => {
  expect(auditStepsBack([])).toEqual([]);
  expect(auditStepsBack([{ reserve: 'a', from_slot: '2', to_slot: '1' }])).toMatchObject([{ invariant: 'backwards' }]);
});

it('sees latest rows that go back while they are watched, each reserve by itself', () => {
  const stepsBack: string[] = [];
  const observation = createMonotony('SQL', stepsBack);
  observation('a', { slot: 5, time: 50 });
  observation('b', { slot: 3, time: 30 });
  observation('a', { slot: 5, time: 50 });
  observation('a', { slot: 6, time: 60 });
  expect(stepsBack).toEqual([]);
  observation('a', { slot: 5, time: 60 });
  observation('b', { slot: 4, time: 20 });
  expect(stepsBack).toHaveLength(2);
});
