/**
 * Which version of the program's compound interest applies. It belongs to the time of the refresh, not to the account:
 * klend 1.17.0 (31 March 2026) reordered the series so that less is cut off.
 */
export type CompoundingVariant = 'before-1.17' | 'since-1.17';

/** What the program on mainnet does today. */
export const DEFAULT_COMPOUNDING: CompoundingVariant = 'since-1.17';
