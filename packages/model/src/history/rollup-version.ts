/** Changes whenever the same looks would give other buckets; stored beside every bucket. */
export const ROLLUP_VERSION = 3;
