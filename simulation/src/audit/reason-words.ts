/** Failures that a gap calls by a word of their own. */
export const WORDS: ReadonlyMap<string, string> = new Map([
  ['CHAIN_HALTED', 'chain_halted'],
  ['CLOCK_IMPLAUSIBLE', 'clock_implausible'],
  ['RATE_LIMITED', 'rate_limited'],
]);
