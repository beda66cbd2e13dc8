import { SLOT_DURATION_RANGE_MS } from '../config.ts';
import type { Clock, PerformanceSample } from '../rpc/index.ts';
import { PipelineError } from './fetch-batch.ts';

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

export interface SlotDurationOptions {
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

/** A measurement is used for so long before another is made, in the background. */
const REFRESH_AFTER_MS = 60_000;
/** Beyond this age a measurement is not used any more. */
const MAX_AGE_MS = 15 * 60_000;
/** Clock times are whole seconds: a pair closer than this measures little. */
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

/** Mean between two banks; undefined without them, and when they are too close. */
export function slotDurationOfClockPair(pair: ClockPair | null): number | undefined {
  if (pair === null) return undefined;
  const elapsedMs = pair.toAt.getTime() - pair.fromAt.getTime();
  const slots = Number(pair.toSlot - pair.fromSlot);
  return elapsedMs >= MIN_CLOCK_PAIR_MS && slots > 0 ? elapsedMs / slots : undefined;
}

/** Measures the slot duration about once a minute and remembers it. */
export class SlotDurationSource {
  readonly #options: SlotDurationOptions;
  #known: { readonly value: SlotDuration; readonly measuredAt: number } | undefined;
  #measuring: Promise<SlotDuration> | undefined;

  constructor(options: SlotDurationOptions) {
    this.#options = options;
  }

  /**
   * The slot duration, from memory while it is young, measured otherwise. Throws PipelineError
   * SLOT_DURATION_UNAVAILABLE when no source knows it: no constant is assumed.
   */
  async get(): Promise<SlotDuration> {
    const known = this.#known;
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.#options.clock.now() - known.measuredAt;
    if (known === undefined || ageMs > MAX_AGE_MS) return this.#measureOnce();
    // A batch does not wait for the next measurement while the last one is good enough.
    if (ageMs > REFRESH_AFTER_MS) this.#measureOnce().catch(() => undefined);
    return known.value;
  }

  #measureOnce(): Promise<SlotDuration> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined;
    });
    return this.#measuring;
  }

  /** Reads the sources in their order of trust. */
  async #measure(): Promise<SlotDuration> {
    const { fetchSamples, loadClockPair, configuredMs, clock } = this.#options;
    const value =
      (await this.#ask('performance_samples', async () => slotDurationOfSamples(await fetchSamples()))) ??
      (await this.#ask('clock_pairs', async () => slotDurationOfClockPair(await loadClockPair()))) ??
      (configuredMs === null ? undefined : ({ slotDurationMs: configuredMs, source: 'configured' } as const));
    if (value === undefined) {
      const message = 'no slot duration was measured, stored or configured (SLOT_DURATION_MS)';
      throw new PipelineError('SLOT_DURATION_UNAVAILABLE', message);
    }
    this.#known = { value, measuredAt: clock.now() };
    return value;
  }

  async #ask(
    source: SlotDuration['source'],
    read: () => Promise<number | undefined>,
  ): Promise<SlotDuration | undefined> {
    const { onRefused } = this.#options;
    try {
      const slotDurationMs = await read();
      if (slotDurationMs === undefined) return undefined;
      const { min, max } = SLOT_DURATION_RANGE_MS;
      if (slotDurationMs >= min && slotDurationMs <= max) return { slotDurationMs, source };
      onRefused?.(source, `${slotDurationMs} ms is outside ${min}..${max} ms`);
    } catch (error) {
      onRefused?.(source, error);
    }
    return undefined;
  }
}
