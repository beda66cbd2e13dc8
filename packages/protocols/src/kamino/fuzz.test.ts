import { expect, test } from 'vitest';
import {
  createFuzzCase,
  createRandom,
  describeShrunk,
  encodedBaseAccounts,
  type FuzzCase,
  judge,
  runFuzz,
  shrink,
} from './test/fuzz/index.ts';

const SEED = 20_240_601;
const COUNT = 20_000;
const bases = encodedBaseAccounts();

/** Stands in for a defect: complains about one byte of the account. */
function complainAbout(offset: number, value: number) {
  return ({ data }: FuzzCase) => ({ outcomes: [], violation: data[offset] === value ? `byte ${offset} again` : null });
}

test('every unchanged base account derives, so that mutations start from inside the accepted states', () => {
  const verdicts = bases.map((base) => {
    const fuzzCase = createFuzzCase(SEED, 0, [base]);
    const now = { slot: 400_000_000n, unixTimestamp: 1_763_000_000n, slotDurationMs: 400, referralFeeBps: 0 };
    const untouched = { ...fuzzCase, data: base.data, owner: base.owner, moments: [now] };
    return [base.name, judge(untouched)];
  });
  expect(verdicts).toEqual(bases.map(({ name }) => [name, { outcomes: ['ok'], violation: null }]));
});

test(`${COUNT} mutated accounts end in a typed error or in finite numbers that their columns hold`, () => {
  const { violations, firstViolation, outcomes, accounts } = runFuzz({ seed: SEED, count: COUNT, bases });
  const found =
    firstViolation === null ? '' : `case ${firstViolation.index}: ${describeShrunk(shrink(firstViolation))}`;
  expect(found).toBe('');
  expect(violations).toBe(0);
  expect(accounts).toBe(COUNT);
  // Mutations that are all refused, or all accepted, would prove nothing.
  expect(outcomes.get('ok')).toBeGreaterThan(COUNT / 2);
  expect([...outcomes.keys()].toSorted()).toEqual([
    'ARITHMETIC_OVERFLOW',
    'INVALID_CURVE',
    'INVALID_DECIMALS',
    'INVALID_REFERRAL_FEE',
    'INVALID_SLOT_DURATION',
    'INVALID_TAKE_RATE',
    'NEGATIVE_SUPPLY',
    'RATE_OUT_OF_RANGE',
    'SLOT_BEFORE_LAST_UPDATE',
    'UNKNOWN_INTEREST_RATE_BASIS',
    'UNKNOWN_STATUS',
    'UNSUPPORTED_VERSION',
    'WRONG_DISCRIMINATOR',
    'WRONG_OWNER',
    'WRONG_SIZE',
    'ok',
  ]);
});

test('the same seed and index give the same case, whatever ran before', () => {
  createFuzzCase(SEED, 6, bases);
  expect(createFuzzCase(SEED, 7, bases)).toEqual(createFuzzCase(SEED, 7, bases));
  expect(createRandom(SEED, 7).bits(128)).not.toBe(createRandom(SEED, 8).bits(128));
});

test('a failing account shrinks to the bytes that make it fail', () => {
  const [base] = bases;
  if (base === undefined) throw new Error('no base account');
  const data = base.data.map((byte) => byte ^ 0x5a);
  const failing = { ...createFuzzCase(SEED, 0, [base]), data };
  const shrunk = shrink(failing, complainAbout(300, data[300] ?? 0));
  expect(shrunk.patches).toEqual([{ offset: 300, hex: (data[300] ?? 0).toString(16).padStart(2, '0') }]);
  expect(shrunk.violation).toBe('byte 300 again');
});
