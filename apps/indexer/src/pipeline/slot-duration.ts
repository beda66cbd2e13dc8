import { SLOT_DURATION_RANGE_MS } from '../config.ts';
import type { Clock, PerformanceSample } from '../rpc/index.ts';
import { PipelineError } from './pipeline-error.ts';

/** How long a slot takes now, and how that is known. */
export interface SlotDuration {
  readonly slotDurationMs: number;
  readonly source: 'performance_samples' | 'clock_pairs' | 'configured';
}

/** Two banks whose slots and times are known, the earlier first. */
export interface ClockPair {
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
  readonly fromAt: Date;
  readonly toAt: Date;
}

export interface SlotDurationDeps {
  /** Fails where the provider does not serve them. */
  readonly fetchSamples: () => Promise<readonly PerformanceSample[]>;
  /** Banks stored some minutes apart; null where there are none yet. */
  readonly loadClockPair: () => Promise<ClockPair | null>;
  /** Used before anything was measured; null = nothing. */
  readonly configuredMs: number | null;
  readonly clock: Clock;
  /** Called when a source failed or said something that cannot be; the next source is used. */
  readonly onRefused?: (source: SlotDuration['source'], reason: unknown) => void;
}

export interface SlotDurationSource {
  /**
   * The slot duration, from memory while it is young, measured otherwise. Throws PipelineError
   * SLOT_DURATION_UNAVAILABLE when no source knows it: no constant is assumed.
   */
  get(): Promise<SlotDuration>;
}

/** A measurement is used for so long before another is made, in the background. */
const REFRESH_AFTER_MS = 60_000;
/** Beyond this age a measurement is not used any more. */
const MAX_AGE_MS = 15 * 60_000;
/** Clock times are whole seconds, so that a pair closer than this says little. */
const MIN_CLOCK_PAIR_MS = 180_000;

/** Mean over the samples that saw slots; undefined when none did. */
export function slotDurationOfSamples(samples: readonly PerformanceSample[]): number | undefined {
  let seconds = 0;
  let slots = 0;
  for (const { numSlots, samplePeriodSecs } of samples) {
    // A sample without slots is a node that stood still, not a slot of infinite length.
    if (!(numSlots > 0) || !(samplePeriodSecs > 0)) continue;
    seconds += samplePeriodSecs;
    slots += numSlots;
  }
  return slots > 0 ? (seconds * 1000) / slots : undefined;
}

/** Mean between two banks; undefined when they are too close to tell. */
export function slotDurationOfClockPair(pair: ClockPair): number | undefined {
  const elapsedMs = pair.toAt.getTime() - pair.fromAt.getTime();
  const slots = Number(pair.toSlot - pair.fromSlot);
  return elapsedMs >= MIN_CLOCK_PAIR_MS && slots > 0 ? elapsedMs / slots : undefined;
}

/** Measures the slot duration and remembers it: asked by every batch, measured about once a minute. */
export function createSlotDurationSource(deps: SlotDurationDeps): SlotDurationSource {
  const { clock } = deps;
  let known: { value: SlotDuration; measuredAt: number } | undefined;
  let measuring: Promise<SlotDuration> | undefined;

  const measureOnce = (): Promise<SlotDuration> => {
    measuring ??= measure(deps)
      .then((value) => {
        known = { value, measuredAt: clock.now() };
        return value;
      })
      .finally(() => {
        measuring = undefined;
      });
    return measuring;
  };

  return {
    async get() {
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.measuredAt;
      if (known === undefined || ageMs > MAX_AGE_MS) return measureOnce();
      // A batch does not wait for the next measurement while the last one is good enough.
      if (ageMs > REFRESH_AFTER_MS) measureOnce().catch(() => undefined);
      return known.value;
    },
  };
}

/** Asks the sources in their order of trust. */
async function measure(deps: SlotDurationDeps): Promise<SlotDuration> {
  const sampled = await ask('performance_samples', deps, async () => slotDurationOfSamples(await deps.fetchSamples()));
  if (sampled !== undefined) return sampled;
  const paired = await ask('clock_pairs', deps, async () => {
    const pair = await deps.loadClockPair();
    return pair === null ? undefined : slotDurationOfClockPair(pair);
  });
  if (paired !== undefined) return paired;
  if (deps.configuredMs !== null) return { slotDurationMs: deps.configuredMs, source: 'configured' };
  throw new PipelineError(
    'SLOT_DURATION_UNAVAILABLE',
    'no slot duration was measured, stored or configured (SLOT_DURATION_MS)',
  );
}

async function ask(
  source: SlotDuration['source'],
  deps: SlotDurationDeps,
  read: () => Promise<number | undefined>,
): Promise<SlotDuration | undefined> {
  try {
    const slotDurationMs = await read();
    if (slotDurationMs === undefined) return undefined;
    const { min, max } = SLOT_DURATION_RANGE_MS;
    if (slotDurationMs >= min && slotDurationMs <= max) return { slotDurationMs, source };
    deps.onRefused?.(source, `${slotDurationMs} ms is outside ${min}..${max} ms`);
  } catch (error) {
    deps.onRefused?.(source, error);
  }
  return undefined;
}
