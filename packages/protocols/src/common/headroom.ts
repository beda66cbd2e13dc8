import type { BorrowRoom, Room, WithdrawRoom } from '../protocol.ts';

// The largest amounts that pass the checks of a program, each check given as the most that it lets pass.

/** One check of the program. */
export interface Check<Constraint> {
  readonly constraint: Constraint;
  /** The largest amount that passes, base units; negative where the check refuses even 0. */
  readonly mostRaw: bigint;
  /** When the limit starts over, or begins to allow anything; unix seconds. */
  readonly resetsAt?: bigint;
}

/** Refuses every amount. */
export const REFUSED = -1n;

/** A fee that the debt grows by beside the amount received: a share of it, rounded half up, and at least so much. */
export interface BorrowFee {
  /** Parts of one, by `scale`; 0 = there is no fee. */
  readonly share: bigint;
  readonly scale: bigint;
  readonly leastRaw: bigint;
}

/** Base units; 0 where nothing is received. */
export function borrowFeeRaw(receivedRaw: bigint, fee: BorrowFee): bigint {
  if (fee.share === 0n || receivedRaw === 0n) return 0n;
  return (unroundedFee(receivedRaw, fee) + fee.scale / 2n) / fee.scale;
}

/** The largest borrow that the checks of the gross amount let pass: what the debt grows by and what leaves the vault. */
export function borrowRoom(checks: readonly Check<string>[], fee: BorrowFee): BorrowRoom {
  // Compared by what is received: limits that differ by less than a fee step refuse the same amount.
  const { most, mostRaw, ...binding } = tightest(checks, (grossRaw) => receivedWithin(grossRaw, fee));
  const receivedRaw = floorAtZero(most);
  if (mostRaw > 0n && (receivedRaw === 0n || isBorrowTooSmall(receivedRaw, fee))) {
    return { amountRaw: 0n, receivedRaw: 0n, bindingConstraint: 'minimum_fee', resetsAt: null };
  }
  return { amountRaw: receivedRaw + borrowFeeRaw(receivedRaw, fee), receivedRaw, ...binding };
}

/** Receipt tokens, and what they are worth, base units cut off. */
export interface Exchange {
  /** The most receipt tokens that are worth at most an amount; a negative amount stays as it is. */
  receiptWithin(amountRaw: bigint): bigint;
  worthOf(receiptRaw: bigint): bigint;
}

/** The largest redemption. Receipt tokens are redeemed whole, so the amount paid out may stay below every limit. */
export function withdrawRoom(checks: readonly Check<string>[], exchange: Exchange): WithdrawRoom {
  const { most, mostRaw: _, ...binding } = tightest(checks, (amountRaw) => exchange.receiptWithin(amountRaw));
  const receiptRaw = floorAtZero(most);
  return { amountRaw: exchange.worthOf(receiptRaw), receiptRaw, ...binding };
}

/** The largest deposit. `isUnlimited`: the check that binds stands for no limit that anybody could reach. */
export function depositRoom(checks: readonly Check<string>[], isUnlimited: (constraint: string) => boolean): Room {
  const { most, mostRaw: _, ...binding } = tightest(checks, (amountRaw) => amountRaw);
  if (isUnlimited(binding.bindingConstraint)) return { amountRaw: null, bindingConstraint: 'none', resetsAt: null };
  return { amountRaw: floorAtZero(most), ...binding };
}

export function floorAtZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}

interface Tightest extends Omit<Room, 'amountRaw'> {
  /** What the binding check lets pass, base units, and the same as measured. */
  readonly mostRaw: bigint;
  readonly most: bigint;
}

/** The first of the checks that leaves the least; `measure` turns what a check lets pass into what is compared. */
function tightest([first, ...others]: readonly Check<string>[], measure: (mostRaw: bigint) => bigint): Tightest {
  if (first === undefined) throw new RangeError('no check to compare');
  let binding = first;
  let most = measure(first.mostRaw);
  for (const check of others) {
    const passes = measure(check.mostRaw);
    // What is below zero is refused like zero, so the first check that refuses everything is the one that the program names.
    if (passes >= most || most <= 0n) continue;
    binding = check;
    most = passes;
  }
  const { constraint, mostRaw, resetsAt } = binding;
  return { most, mostRaw, bindingConstraint: constraint, resetsAt: resetsAt ?? null };
}

/** True where the fee takes all that is received: the programs refuse such a borrow, and so 1 unit with any fee. */
function isBorrowTooSmall(receivedRaw: bigint, fee: BorrowFee): boolean {
  return fee.share !== 0n && unroundedFee(receivedRaw, fee) >= receivedRaw * fee.scale;
}

/** The largest amount received that together with its fee is at most `grossRaw`, base units. */
function receivedWithin(grossRaw: bigint, { share, scale, leastRaw }: BorrowFee): bigint {
  if (share === 0n || grossRaw <= 0n) return grossRaw;
  // received + floor(received * fee + 1/2) < gross + 1, solved for the received amount; then the least fee.
  const byShare = ((grossRaw + 1n) * scale - scale / 2n - 1n) / (scale + share);
  const byLeastFee = grossRaw - leastRaw;
  return byShare < byLeastFee ? byShare : byLeastFee;
}

function unroundedFee(receivedRaw: bigint, { share, scale, leastRaw }: BorrowFee): bigint {
  const parts = receivedRaw * share;
  return parts < leastRaw * scale ? leastRaw * scale : parts;
}
