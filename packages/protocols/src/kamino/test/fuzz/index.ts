export { type BaseAccount, curveOf, encodedBaseAccounts, livedInReserve } from './base-accounts.ts';
export { createFuzzCase, type FuzzCase } from './fuzz-case.ts';
export { judge, type Verdict } from './judge.ts';
export { mutateBytes } from './mutate-bytes.ts';
export { createRandom, type Random } from '../../../common/test/random.ts';
export { type FuzzOptions, type FuzzResult, runFuzz } from './run-fuzz.ts';
export { describeShrunk, type Patch, type ShrunkCase, shrink } from './shrink.ts';
