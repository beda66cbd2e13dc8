import { type IndexPoint, realisedBorrowApy, realisedSupplyApy } from '@tidemark/protocols/kamino';
import type { BucketEdge } from './bucket.ts';
import { unixSecondsOf } from './to-reserve.ts';

/** What was really paid and earned from edge to edge, per year; null where that is not known, see `RealisedApyGap`. */
export function realisedRates(open: BucketEdge | null, close: BucketEdge | null) {
  if (open === null || close === null) return { borrowApyRealisedF: null, supplyApyRealisedF: null };
  const from = toIndexPoint(open);
  const to = toIndexPoint(close);
  return { borrowApyRealisedF: realisedBorrowApy(from, to).apy, supplyApyRealisedF: realisedSupplyApy(from, to).apy };
}

function toIndexPoint({ at, cumulativeBorrowRateBsf, totalSupplySf, collateralSupplyRaw }: BucketEdge): IndexPoint {
  return {
    unixTimestamp: BigInt(unixSecondsOf(at)),
    cumulativeBorrowRateBsf,
    totalSupplySf,
    mintTotalSupplyRaw: collateralSupplyRaw,
  };
}
