/** The smallest whole number from `least` to `most` for which `holds`; it holds for `most`, and for all above one for which it does. */
export function firstWhere(least: bigint, most: bigint, holds: (at: bigint) => boolean): bigint {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** How many steps towards where a line would cross before the rest is halved: a curve with a jump has no line. */
const STEPS_OF_A_LINE = 3;

/**
 * As {@link firstWhere} for `excess(at) >= 0`, in a quarter of the steps where the excess is smooth: each step goes to where the line between
 * both ends crosses zero, and an end that stays counts half (the Illinois rule). `most` is the answer where it holds nowhere before.
 */
export function firstReaching(least: bigint, most: bigint, excess: (at: bigint) => bigint): bigint {
  if (least >= most) return most;
  let [low, high] = [least, most];
  const start = excess(low);
  if (start >= 0n) return low;
  const end = excess(high);
  let [below, above] = [-start, end < 0n ? 1n : end + 1n];
  let kept: 'low' | 'high' | null = null;
  for (let steps = 1; high - low > 1n; steps++) {
    const width = high - low;
    const isOnLine = steps % (STEPS_OF_A_LINE + 1) !== 0;
    const onLine = low + (width * below) / (below + above);
    const at = !isOnLine ? low + (width >> 1n) : onLine <= low ? low + 1n : onLine >= high ? high - 1n : onLine;
    const value = excess(at);
    if (value < 0n) {
      [low, below] = [at, -value];
      if (kept === 'high') above = (above + 1n) >> 1n;
      kept = 'high';
    } else {
      [high, above] = [at, value + 1n];
      if (kept === 'low') below = (below + 1n) >> 1n;
      kept = 'low';
    }
  }
  return high;
}
