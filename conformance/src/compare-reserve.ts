import { isLendingError } from '../../packages/core/src/index.ts';
import {
  decodeReserve,
  type DerivedReserve,
  deriveReserve,
  encodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  type Reserve,
} from '../../packages/protocols/src/kamino/index.ts';
import type { Random } from '../../packages/protocols/src/kamino/test/fuzz/index.ts';
import type { AccountCase } from './accounts/cases.ts';
import { attempt } from './attempt.ts';
import { compareFields } from './fields/compare-fields.ts';
import { uncoveredLeaves } from './fields/coverage.ts';
import { RESERVE_OURS_ELSEWHERE, RESERVE_RULES, RESERVE_SDK_UNREAD } from './fields/reserve-rules.ts';
import { compareAccrued } from './numbers/compare-accrued.ts';
import { compareApySteps, compareStoredRates, expectProgramRate } from './numbers/compare-rates.ts';
import { compareSlotFactor } from './numbers/compare-slot-factor.ts';
import { compareStored } from './numbers/compare-stored.ts';
import { compareTimeBasis } from './numbers/compare-time-basis.ts';
import type { Comparison } from './numbers/comparison.ts';
import { explainDecodeRefusal } from './numbers/explain-decode-refusal.ts';
import { explainOurRefusal, rowOfSdkRefusal } from './numbers/explain-refusal.ts';
import { exactState, type ExactState } from './numbers/state.ts';
import type { Ledger } from './report/ledger.ts';
import { decodeWithSdk, type SdkMoment, type SdkReserve } from './sdk.ts';
import { type AllSdkNumbers, allNumbersWithSdk } from './sdk-numbers.ts';

const ADDRESS = 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59';
const PROGRAM_SLOT_MS = 500;
/** Measured on mainnet over the years, the program's own, and the SDK's constant. */
const SLOT_DURATIONS_MS = [400, 450, 350, 314.159, 269];

/** Compares one reserve account: its fields, and its numbers at moments that the case's random numbers choose. */
export function compareReserve(ledger: Ledger, { name, data, random }: AccountCase): void {
  const account = { address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data };
  const ours = attempt(() => decodeReserve(account));
  const sdk = attempt(() => decodeWithSdk(data));
  if ('thrown' in ours) {
    explainDecodeRefusal(ledger, name, data, ours.thrown, sdk);
    return;
  }
  if ('thrown' in sdk) {
    ledger.expect('reserveFields', false, name, () => `only the SDK refuses: ${String(sdk.thrown)}`);
    return;
  }
  compareDecoded(ledger, name, ours.value, sdk.value, data);
  const subject = { ledger, name, reserve: ours.value, sdkState: sdk.value, state: exactState(ours.value), random };
  compareMoments(subject);
}

function compareDecoded(ledger: Ledger, name: string, ours: Reserve, sdk: SdkReserve, data: Uint8Array): void {
  const map = { rules: RESERVE_RULES, oursElsewhere: RESERVE_OURS_ELSEWHERE, sdkUnread: RESERVE_SDK_UNREAD };
  const uncovered = uncoveredLeaves(ours, sdk, map);
  ledger.expect('reserveFields', uncovered.length === 0, name, () => uncovered.join('; '), 0);
  const { values, newerValues, differences } = compareFields(ours, sdk, RESERVE_RULES);
  const show = (): string => differences.map((d) => `${d.field}: ours ${d.ours}, SDK ${d.sdk}`).join('; ');
  ledger.expect('reserveFields', differences.length === 0, name, show, values);
  ledger.expect('newerFields', differences.length === 0, name, show, newerValues);
  const again = compareFields(ours, decodeWithSdk(encodeReserve(ours)), RESERVE_RULES);
  const onto = Buffer.from(encodeReserve(ours, data)).equals(data);
  const holds = again.differences.length === 0 && onto;
  ledger.expect('encodedBytes', holds, name, () => again.differences.map((d) => d.field).join() || 'bytes differ');
}

/** One reserve, decoded on both sides. */
interface Subject {
  readonly ledger: Ledger;
  readonly name: string;
  readonly reserve: Reserve;
  readonly sdkState: SdkReserve;
  readonly state: ExactState;
  readonly random: Random;
}

interface Moment {
  readonly slots: bigint;
  readonly slotDurationMs: number;
  readonly referralFeeBps: number;
}

function compareMoments(subject: Subject): void {
  const { random, reserve, state } = subject;
  const slotDurationMs = random.pick(SLOT_DURATIONS_MS);
  const referralFeeBps = random.pick([0, 2_000, random.below(10_001)]);
  const now = { slots: 0n, slotDurationMs: random.pick([PROGRAM_SLOT_MS, slotDurationMs]), referralFeeBps };
  compareMoment(subject, now, undefined, (comparison) => {
    compareStored(comparison);
    compareStoredRates(comparison);
  });
  if (random.chance(0.1)) compareEarlierSlot(subject, now);
  const slots = drawSlots(random);
  if (reserve.config.interestRateBasis === 'true_apr') {
    compareSeconds(subject, slots);
    return;
  }
  const later = { slots, referralFeeBps };
  compareMoment(subject, { ...later, slotDurationMs: PROGRAM_SLOT_MS }, undefined, compareAccrued);
  const otherPrice = state.price.times(7).div(5).plus(1);
  compareMoment(subject, { ...later, slotDurationMs }, otherPrice, (comparison) => {
    compareSlotFactor(comparison, otherPrice);
    compareApySteps(comparison);
  });
}

function compareMoment(
  subject: Subject,
  moment: Moment,
  price: SdkMoment['price'],
  compare: (comparison: Comparison) => void,
): void {
  const { ledger, name, reserve, sdkState, state } = subject;
  const { slots, slotDurationMs, referralFeeBps } = moment;
  const at = { slot: reserve.lastUpdate.slot + slots, slotDurationMs, referralFeeBps };
  const unixTimestamp = BigInt(reserve.lastUpdate.timestamp) + slots / 2n;
  const where = `${name}, +${slots} slots of ${slotDurationMs} ms, referral ${referralFeeBps}`;
  const ours = attempt<DerivedReserve>(() => deriveReserve(reserve, { ...at, unixTimestamp }));
  const sdk = attempt<AllSdkNumbers>(() =>
    allNumbersWithSdk(ADDRESS, sdkState, price === undefined ? at : { ...at, price }, Number(unixTimestamp)),
  );
  const factor = PROGRAM_SLOT_MS / slotDurationMs;
  if ('thrown' in ours) {
    explainOurRefusal({ ledger, where, reserve, state, ...at, unixTimestamp, factor }, ours.thrown);
    return;
  }
  const common = {
    ledger,
    where,
    reserve,
    state,
    ours: ours.value,
    factor,
    ...moment,
  };
  if ('thrown' in sdk) {
    const row = rowOfSdkRefusal(reserve, sdk.thrown);
    ledger.expect(row ?? 'sdkWidth', row !== null, where, () => `SDK throws ${String(sdk.thrown)}`);
    if (row === 'curveImproper') expectProgramRate(common);
    return;
  }
  compare({ ...common, sdk: sdk.value });
}

/** A slot of the past: the SDK clamps and answers as of the last refresh, ours refuses. */
function compareEarlierSlot({ ledger, name, reserve, sdkState, random }: Subject, { slotDurationMs }: Moment): void {
  const { slot: last, timestamp } = reserve.lastUpdate;
  if (last === 0n) return;
  const slot = last - 1n - (random.upToBits(20) % last);
  const options = { slotDurationMs, referralFeeBps: 0 };
  const unixTimestamp = BigInt(timestamp);
  const ours = attempt(() => deriveReserve(reserve, { ...options, slot, unixTimestamp }));
  const rates = [slot, last].map((at) => {
    const sdk = attempt(() => allNumbersWithSdk(ADDRESS, sdkState, { ...options, slot: at }, timestamp));
    return 'thrown' in sdk ? 'nothing' : String([sdk.value.borrowApr, sdk.value.estimated.debt]);
  });
  const isRefused = 'thrown' in ours && isLendingError(ours.thrown) && ours.thrown.code === 'SLOT_BEFORE_LAST_UPDATE';
  // On the time basis the program does not look at slots.
  const isBySlots = reserve.config.interestRateBasis === 'legacy';
  const row = isBySlots ? 'slotBefore' : 'slotBeforeOnTime';
  const isAsPredicted = isRefused === isBySlots && rates[0] === rates[1];
  ledger.expect(row, isAsPredicted, `${name}, slot ${slot}`, () => rates.join(' then '));
}

function compareSeconds({ ledger, name, reserve, sdkState, state }: Subject, slots: bigint): void {
  if (reserve.lastUpdate.timestamp === 0) return;
  const seconds = slots / 2n + 1n;
  const at = { slot: reserve.lastUpdate.slot + 2n * seconds, slotDurationMs: PROGRAM_SLOT_MS, referralFeeBps: 0 };
  const sdk = attempt(() => allNumbersWithSdk(ADDRESS, sdkState, at, 0));
  if ('thrown' in sdk) return;
  const where = `${name}, +${seconds} seconds`;
  try {
    compareTimeBasis({ ledger, where, reserve, state, seconds, sdk: sdk.value });
  } catch (error) {
    const unixTimestamp = BigInt(reserve.lastUpdate.timestamp) + seconds;
    explainOurRefusal({ ledger, where, reserve, state, ...at, unixTimestamp, factor: 1 }, error);
  }
}

/** Each branch of the compounding, and idle times up to a year. */
function drawSlots(random: Random): bigint {
  const which = random.below(10);
  if (which < 3) return BigInt(1 + random.below(4));
  if (which < 6) return BigInt(5 + random.below(2_000));
  return BigInt(5 + random.below(which < 9 ? 2_000_000 : 63_072_000));
}
