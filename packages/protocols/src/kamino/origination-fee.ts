import { FRACTION_BITS, intToSf, ONE_SF } from './fraction.ts';

const HALF_SF = ONE_SF / 2n;

/**
 * What the program adds to the debt beside the amount received, base units: the share rounded half up, at least 1; 0 where
 * the fee is 0 or nothing is received.
 */
export function originationFeeRaw(receivedRaw: bigint, originationFeeSf: bigint): bigint {
  if (originationFeeSf === 0n || receivedRaw === 0n) return 0n;
  return (unroundedFeeSf(receivedRaw, originationFeeSf) + HALF_SF) >> FRACTION_BITS;
}

/** True where the fee takes all that is received: the program refuses such a borrow (6012), and so 1 unit with any fee. */
export function isBorrowTooSmall(receivedRaw: bigint, originationFeeSf: bigint): boolean {
  return originationFeeSf !== 0n && unroundedFeeSf(receivedRaw, originationFeeSf) >= intToSf(receivedRaw);
}

/** The largest amount received that together with its fee is at most `grossRaw`, base units. */
export function receivedWithin(grossRaw: bigint, originationFeeSf: bigint): bigint {
  if (originationFeeSf === 0n || grossRaw <= 0n) return grossRaw;
  // received + floor(received * fee + 1/2) < gross + 1, solved for the received amount; then the least fee of 1.
  const byShare = (intToSf(grossRaw + 1n) - HALF_SF - 1n) / (ONE_SF + originationFeeSf);
  return byShare < grossRaw ? byShare : grossRaw - 1n;
}

function unroundedFeeSf(receivedRaw: bigint, originationFeeSf: bigint): bigint {
  const shareSf = receivedRaw * originationFeeSf;
  return shareSf < ONE_SF ? ONE_SF : shareSf;
}
