const ULP_OF_ONE_SF = 2 ** -60;

/** The double nearest to a 60-bit fixed-point value: the conversion rounds once, the scaling is exact. */
export function sfToDouble(sf: bigint): number {
  return Number(sf) * ULP_OF_ONE_SF;
}
