import type { ReserveFees } from './reserve.ts';
import { intToWad, WAD } from './wad.ts';

const HALF = WAD / 2n;

/** The fields of a fee that decide how much it is. */
export type BorrowFee = Pick<ReserveFees, 'borrowFeeWad' | 'hostFeePct'>;

/** What the debt grows by beside the amount received, base units: the share rounded half up, at least 1, 2 with a host. */
export function borrowFeeRaw(receivedRaw: bigint, fee: BorrowFee): bigint {
  if (fee.borrowFeeWad === 0n || receivedRaw === 0n) return 0n;
  return (unroundedFeeWads(receivedRaw, fee) + HALF) / WAD;
}

/** True where the fee takes all that is received: the program refuses such a borrow. */
export function isBorrowTooSmall(receivedRaw: bigint, fee: BorrowFee): boolean {
  return fee.borrowFeeWad !== 0n && unroundedFeeWads(receivedRaw, fee) >= intToWad(receivedRaw);
}

/** The largest amount received that together with its fee is at most `grossRaw`, base units. */
export function receivedWithin(grossRaw: bigint, fee: BorrowFee): bigint {
  if (fee.borrowFeeWad === 0n || grossRaw <= 0n) return grossRaw;
  // received + floor(received * fee + 1/2) < gross + 1, solved for the received amount; then the least fee.
  const byShare = (intToWad(grossRaw + 1n) - HALF - 1n) / (WAD + fee.borrowFeeWad);
  const byLeastFee = grossRaw - leastFeeRaw(fee);
  return byShare < byLeastFee ? byShare : byLeastFee;
}

function unroundedFeeWads(receivedRaw: bigint, fee: BorrowFee): bigint {
  const shareWads = receivedRaw * fee.borrowFeeWad;
  const leastWads = intToWad(leastFeeRaw(fee));
  return shareWads < leastWads ? leastWads : shareWads;
}

function leastFeeRaw({ hostFeePct }: BorrowFee): bigint {
  return hostFeePct > 0 ? 2n : 1n;
}
