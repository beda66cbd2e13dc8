import type { Reserve } from '@tidemark/protocols/kamino';
import { deriveAt } from '../audit/expected-state.ts';
import type { Truth } from '../audit/truth.ts';
import { type Observation, type ReserveObservations, slotAt } from './observations-of-reserve.ts';

/** In base units, and in USD at the price of each account; USD is null where some of it had none. */
export interface NaiveInterest {
  readonly tokens: number;
  readonly protocol: number;
  readonly usd: number | null;
}

/** A stretch of time in which one account was in force, or several unobserved ones. */
interface Stretch {
  readonly fromSlot: number;
  readonly toSlot: number;
  /** Seconds of its ends, by which interest on the time basis accrues. */
  readonly fromAt: number;
  readonly toAt: number;
  readonly price: number;
  /** Interest and the protocol's part of it, from the beginning of the stretch to a slot and time. */
  readonly until: (slot: number, at: number) => readonly [interest: number, protocol: number];
}

const ONE = 2 ** 60;
const [SLOTS_PER_YEAR, SECONDS_PER_YEAR] = [63_072_000, 31_536_000];

/**
 * What borrowers paid in `[from, to)`, by hand. While an account was seen, and on to the next where that is what it accrues to, it
 * is what the program adds; from the last observation of one account to the refresh of another, the mean of both debts pays what the index
 * says, slot by slot.
 */
export function naiveInterest(own: ReserveObservations, truth: Truth, from: number, to: number): NaiveInterest {
  const { observations } = own;
  const [first, last] = [observations[0], observations.at(-1)];
  // Nothing is known of the time before the first observation, nor of that after the newest.
  const ends = [Math.max(from, first?.at ?? from), Math.min(to, last?.at ?? to)].map((at) => ({
    at,
    slot: slotAt(observations, at),
  }));
  const [begin, end] = [ends[0] ?? { at: 0, slot: 0 }, ends[1] ?? { at: 0, slot: 0 }];
  let [tokens, protocol, usd, isPriced] = [0, 0, 0, true];
  for (const stretch of stretchesOf(observations, truth)) {
    const cut = ({ at, slot }: typeof begin) =>
      stretch.until(clamp(slot, stretch.fromSlot, stretch.toSlot), clamp(at, stretch.fromAt, stretch.toAt));
    const [later, earlier] = [cut(end), cut(begin)];
    const paid = later[0] - earlier[0];
    tokens += paid;
    protocol += later[1] - earlier[1];
    usd += (paid * stretch.price) / ONE;
    if (stretch.price === 0 && paid > 0) isPriced = false;
  }
  return { tokens, protocol, usd: isPriced ? usd : null };
}

function stretchesOf(observations: readonly Observation[], truth: Truth): Stretch[] {
  const stretches: Stretch[] = [];
  const lastOfAccount = observations.filter(
    (observation, place) => observations[place + 1]?.sha256 !== observation.sha256,
  );
  lastOfAccount.forEach((observation, place) => {
    const next = lastOfAccount[place + 1];
    const written = Number(observation.account.lastUpdate.slot);
    const fromSlot = Math.max(written, stretches.at(-1)?.toSlot ?? written);
    const fromAt = Math.max(observation.account.lastUpdate.timestamp, stretches.at(-1)?.toAt ?? 0);
    const price = priceOf(observation.account);
    const nextWritten = Number(next?.account.lastUpdate.slot ?? 0);
    const isContinued = next !== undefined && nextWritten >= observation.slot && continues(observation, next, truth);
    const toSlot = isContinued ? nextWritten : observation.slot;
    const nextAt = next?.account.lastUpdate.timestamp ?? observation.at;
    const toAt = isContinued ? nextAt : observation.at;
    stretches.push({
      fromSlot,
      toSlot,
      fromAt,
      toAt,
      price,
      until: (slot, at) => paidBy(observation, truth, slot, at),
    });
    if (next === undefined || isContinued || nextWritten <= observation.slot) return;
    const until = unseenBetween(observation, next, truth);
    stretches.push({
      fromSlot: observation.slot,
      toSlot: nextWritten,
      fromAt: observation.at,
      toAt: nextAt,
      price,
      until,
    });
  });
  return stretches;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Interest of an account from its refresh on. */
function paidBy({ account }: Observation, truth: Truth, slot: number, at: number): readonly [number, number] {
  const unixTime = Math.max(at, account.lastUpdate.timestamp);
  const { accrued } = deriveAt(truth, account, { slot, unixTime, slotDurationMs: 400 });
  const { borrowedAmountSf, accumulatedProtocolFeesSf } = account.liquidity;
  const interest = Number(accrued.borrowedSf - borrowedAmountSf);
  const fees = Number(accrued.accumulatedProtocolFeesSf - accumulatedProtocolFeesSf);
  return [interest, fees - hostPartOf(account, slot, unixTime)];
}

/** What the debt alone would grow by at the host's rate; the program adds it to the protocol's fees. */
function hostPartOf({ config, lastUpdate, liquidity }: Reserve, slot: number, at: number): number {
  const isByTime = config.interestRateBasis === 'true_apr';
  const units = isByTime ? at - lastUpdate.timestamp : slot - Number(lastUpdate.slot);
  const rate = config.hostFixedInterestRateBps / 10_000 / (isByTime ? SECONDS_PER_YEAR : SLOTS_PER_YEAR);
  return Number(liquidity.borrowedAmountSf) * Math.expm1(units * Math.log1p(rate));
}

/** Whether the next account is made of this one: its index to the bit, and its fees but for whole units that were withdrawn. */
function continues(observation: Observation, next: Observation, truth: Truth): boolean {
  const { lastUpdate, liquidity } = next.account;
  const slot = Number(lastUpdate.slot);
  const { accrued } = deriveAt(truth, observation.account, {
    slot,
    unixTime: lastUpdate.timestamp,
    slotDurationMs: 400,
  });
  const before = observation.account.liquidity.accumulatedReferrerFeesSf;
  const expected = accrued.accumulatedProtocolFeesSf + before + accrued.pendingReferrerFeesSf;
  const { accumulatedProtocolFeesSf, accumulatedReferrerFeesSf, pendingReferrerFeesSf } = liquidity;
  const withdrawn = expected - accumulatedProtocolFeesSf - accumulatedReferrerFeesSf - pendingReferrerFeesSf;
  const isSameIndex = accrued.cumulativeBorrowRateBsf === liquidity.cumulativeBorrowRateBsf;
  return isSameIndex && withdrawn >= 0n && withdrawn % BigInt(ONE) === 0n;
}

function unseenBetween(observation: Observation, next: Observation, truth: Truth): Stretch['until'] {
  const nextWritten = Number(next.account.lastUpdate.slot);
  const { accrued } = deriveAt(truth, observation.account, {
    slot: observation.slot,
    unixTime: observation.at,
    slotDurationMs: 400,
  });
  const [r1, r2] = [Number(accrued.cumulativeBorrowRateBsf), Number(next.account.liquidity.cumulativeBorrowRateBsf)];
  const [d1, d2] = [Number(accrued.borrowedSf), Number(next.account.liquidity.borrowedAmountSf)];
  const growth = Number(next.account.liquidity.cumulativeBorrowRateBsf - accrued.cumulativeBorrowRateBsf);
  const total = ((d1 * r2 + d2 * r1) * growth) / (2 * r1 * r2);
  const [like, protocol] = paidBy(observation, truth, nextWritten, next.account.lastUpdate.timestamp);
  const share = like === 0 ? 0 : protocol / like;
  return (slot) => {
    const part = total * ((slot - observation.slot) / (nextWritten - observation.slot));
    return [part, part * share];
  };
}

/** USD of 2^60 base units. */
function priceOf({ liquidity }: Reserve): number {
  return Number(liquidity.marketPriceSf) / 10 ** liquidity.mintDecimals;
}
