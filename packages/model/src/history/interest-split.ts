import { baseUnitsPerToken, type InterestSplit } from '@tidemark/core';
import type { AccountInForce } from './account-in-force.ts';

/** No interest. */
export const ZERO_INTEREST: InterestSplit = { interest: 0n, supplySide: 0n, protocol: 0n, others: {} };

/** The interest of two stretches of time together, or of two reserves. */
export function addInterest(a: InterestSplit, b: InterestSplit): InterestSplit {
  return {
    interest: a.interest + b.interest,
    supplySide: a.supplySide + b.supplySide,
    protocol: a.protocol + b.protocol,
    others: addOthers(a.others, b.others, 1n),
  };
}

/** What was added between two cumulative amounts. */
export function subtractInterest(later: InterestSplit, earlier: InterestSplit): InterestSplit {
  return {
    interest: later.interest - earlier.interest,
    supplySide: later.supplySide - earlier.supplySide,
    protocol: later.protocol - earlier.protocol,
    others: addOthers(later.others, earlier.others, -1n),
  };
}

/** Each part put through `change`; the whole is the sum of the parts, so that it balances whatever was cut off. */
export function mapInterest(split: InterestSplit, change: (part: bigint) => bigint): InterestSplit {
  return sumInterest(change(split.supplySide), change(split.protocol), mapOthers(split.others, change));
}

/** The split of an amount in the proportions of another one: what dividing leaves over belongs to the suppliers. */
export function inProportion(interest: bigint, like: InterestSplit): InterestSplit {
  const share = (part: bigint) => (interest * part) / like.interest;
  const protocol = share(like.protocol);
  const others = mapOthers(like.others, share);
  return { interest, supplySide: interest - protocol - sumOf(others), protocol, others };
}

/** Interest of an account in parts of a dollar, at the price that it holds; each part is cut off. */
export function interestToUsd(split: InterestSplit, { rules, state, terms }: AccountInForce): InterestSplit {
  const parts = baseUnitsPerToken(terms.tokenDecimals) * rules.scale;
  return mapInterest(split, (part) => (part * state.price) / parts);
}

/** A split out of its parts. Who received nothing is left out of the others: equal splits are equal objects. */
export function sumInterest(supplySide: bigint, protocol: bigint, others: Others): InterestSplit {
  return {
    interest: supplySide + protocol + sumOf(others),
    supplySide,
    protocol,
    others: mapOthers(others, (part) => part),
  };
}

type Others = InterestSplit['others'];

function addOthers(a: Others, b: Others, sign: bigint): Others {
  const sums: Record<string, bigint> = {};
  for (const receiver in a) {
    const sum = (a[receiver] ?? 0n) + sign * (b[receiver] ?? 0n);
    if (sum !== 0n) sums[receiver] = sum;
  }
  for (const receiver in b) {
    const part = b[receiver] ?? 0n;
    if (!(receiver in a) && part !== 0n) sums[receiver] = sign * part;
  }
  return sums;
}

function mapOthers(others: Others, change: (part: bigint) => bigint): Others {
  const changed: Record<string, bigint> = {};
  for (const receiver in others) {
    const part = change(others[receiver] ?? 0n);
    if (part !== 0n) changed[receiver] = part;
  }
  return changed;
}

function sumOf(others: Others): bigint {
  let sum = 0n;
  for (const receiver in others) sum += others[receiver] ?? 0n;
  return sum;
}
