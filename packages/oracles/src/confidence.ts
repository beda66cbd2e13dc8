/** Both lending programs and both oracles draw the line at one fiftieth: 2 % of the price. */
const CONFIDENCE_FACTOR = 50n;

/**
 * True where a price is known well enough. At exactly 2 % the programs differ: `isEdgeIncluded` says whether it still passes. Both
 * numbers have the same scale.
 */
export function isConfident(price: bigint, deviation: bigint, isEdgeIncluded: boolean): boolean {
  const width = deviation * CONFIDENCE_FACTOR;
  return isEdgeIncluded ? width <= price : width < price;
}
