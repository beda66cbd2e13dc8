/**
 * Interest that borrowers paid, in 60-bit fixed-point base units (`Sf`) or 60-bit fixed-point USD. The four parts add up
 * to `interestSf` exactly. `referrerMaxSf` is an upper bound: without a referrer it goes to the protocol.
 */
export interface InterestSplit {
  readonly interestSf: bigint;
  readonly supplySideSf: bigint;
  readonly protocolSf: bigint;
  readonly referrerMaxSf: bigint;
  readonly hostSf: bigint;
}

/** No interest. */
export const ZERO_INTEREST: InterestSplit = {
  interestSf: 0n,
  supplySideSf: 0n,
  protocolSf: 0n,
  referrerMaxSf: 0n,
  hostSf: 0n,
};

/** The interest of two stretches of time together, or of two reserves. */
export function addInterest(a: InterestSplit, b: InterestSplit): InterestSplit {
  return {
    interestSf: a.interestSf + b.interestSf,
    supplySideSf: a.supplySideSf + b.supplySideSf,
    protocolSf: a.protocolSf + b.protocolSf,
    referrerMaxSf: a.referrerMaxSf + b.referrerMaxSf,
    hostSf: a.hostSf + b.hostSf,
  };
}

/** What was added between two cumulative amounts. */
export function subtractInterest(later: InterestSplit, earlier: InterestSplit): InterestSplit {
  return {
    interestSf: later.interestSf - earlier.interestSf,
    supplySideSf: later.supplySideSf - earlier.supplySideSf,
    protocolSf: later.protocolSf - earlier.protocolSf,
    referrerMaxSf: later.referrerMaxSf - earlier.referrerMaxSf,
    hostSf: later.hostSf - earlier.hostSf,
  };
}

/** Each part put through `change`; the whole is the sum of the parts, so that it balances whatever was cut off. */
export function mapInterest(split: InterestSplit, change: (partSf: bigint) => bigint): InterestSplit {
  const supplySideSf = change(split.supplySideSf);
  const protocolSf = change(split.protocolSf);
  const referrerMaxSf = change(split.referrerMaxSf);
  const hostSf = change(split.hostSf);
  return {
    interestSf: supplySideSf + protocolSf + referrerMaxSf + hostSf,
    supplySideSf,
    protocolSf,
    referrerMaxSf,
    hostSf,
  };
}
