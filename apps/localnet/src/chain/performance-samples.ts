/** One entry of getRecentPerformanceSamples. */
export interface PerformanceSample {
  readonly slot: number;
  readonly numSlots: number;
  readonly samplePeriodSecs: number;
  readonly numTransactions: number;
  readonly numNonVoteTransactions: number;
}

/** Seconds that a real node samples over. */
const USUAL_PERIOD_SECS = 60;
/** Longest period used to make one sample exact; the field is a u16 and a client expects about a minute. */
const MAX_EXACT_PERIOD_SECS = 1_000;
const MICROS_PER_SECOND = 1_000_000;
const TRANSACTIONS_PER_SLOT = 1_300;
const NON_VOTE_TRANSACTIONS_PER_SLOT = 560;

/**
 * The newest `limit` samples, newest first, whose seconds and slots say that a slot takes `reportedSlotMs`: in every
 * sample exactly, where a period up to 1,000 s allows it (400 ms: 150 slots in 60 s; 450 ms: 140 in 63 s; 314 ms:
 * 500 in 157 s), else in their sum, to within one slot.
 */
export function listPerformanceSamples(
  currentSlot: number,
  reportedSlotMs: number,
  limit: number,
): PerformanceSample[] {
  const slotMicros = Math.round(reportedSlotMs * 1_000);
  const periodSecs = exactPeriodSecs(slotMicros) ?? USUAL_PERIOD_SECS;
  const samples: PerformanceSample[] = [];
  const newest = Math.floor((currentSlot * slotMicros) / (periodSecs * MICROS_PER_SECOND));
  for (let index = newest; index > newest - limit && index > 0; index -= 1) {
    const slot = slotAtPeriod(index, periodSecs, slotMicros);
    const numSlots = slot - slotAtPeriod(index - 1, periodSecs, slotMicros);
    samples.push({
      slot,
      numSlots,
      samplePeriodSecs: periodSecs,
      numTransactions: numSlots * TRANSACTIONS_PER_SLOT,
      numNonVoteTransactions: numSlots * NON_VOTE_TRANSACTIONS_PER_SLOT,
    });
  }
  return samples;
}

function slotAtPeriod(index: number, periodSecs: number, slotMicros: number): number {
  return Math.floor((index * periodSecs * MICROS_PER_SECOND) / slotMicros);
}

/** The multiple of the shortest exact period that is at least a minute, or null where that is too long. */
function exactPeriodSecs(slotMicros: number): number | null {
  const shortest = slotMicros / greatestCommonDivisor(slotMicros, MICROS_PER_SECOND);
  const period = shortest * Math.ceil(USUAL_PERIOD_SECS / shortest);
  return period <= MAX_EXACT_PERIOD_SECS ? period : null;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
