import { afterAll, beforeAll, describe } from 'vitest';
import { itAddsUpFees } from './fees.ts';
import { itTellsTheSameInEveryForm } from './forms.ts';
import { itShowsTheStop } from './gaps.ts';
import { type HistoryRun, runHistory } from './history-run.ts';
import { itRebuildsWhatHasGrown } from './rollups.ts';
import { itKnowsEveryState } from './states.ts';
import { itStreamsEveryStoredLook } from './stream.ts';
import { itSummarisesBuckets } from './summaries.ts';
import { itAddsUpTotals } from './totals.ts';

const SEED = 4;
/** Some 340 looks, each a step of the chain and a poll that must have seen it. */
const RUN_TIMEOUT_MS = 1_800_000;

describe(`the history of a chain whose every state is known (seed ${SEED})`, () => {
  let run: HistoryRun;
  beforeAll(async () => {
    run = await runHistory(SEED);
  }, RUN_TIMEOUT_MS);
  afterAll(() => run?.end());
  const of = (): HistoryRun => run;

  describe('states', () => {
    itKnowsEveryState(of);
  });
  describe('buckets', () => {
    itSummarisesBuckets(of);
  });
  describe('fees', () => {
    itAddsUpFees(of);
  });
  describe('gaps', () => {
    itShowsTheStop(of);
  });
  describe('stream', () => {
    itStreamsEveryStoredLook(of);
  });
  describe('totals', () => {
    itAddsUpTotals(of);
  });
  describe('forms', () => {
    itTellsTheSameInEveryForm(of);
  });
  describe('rollups', () => {
    itRebuildsWhatHasGrown(of);
  });
});
