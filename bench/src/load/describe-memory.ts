import type { Figure } from '../lib/report.ts';
import { median, slope } from '../lib/statistics.ts';

export interface MemorySample {
  readonly second: number;
  readonly mib: number;
}

/** Between the second and the last fifth of the time, beyond what a garbage collector leaves lying about. */
const MAX_GROWTH_MIB = 32;
const SECONDS_PER_MINUTE = 60;

/** How the memory of one process went: what it grew by after it had warmed up, and what it held at the end. */
export function describeMemory(what: string, samples: readonly MemorySample[]): Figure[] {
  if (samples.length < 10) return [{ what: `memory of the ${what}`, value: 'not seen often enough', met: false }];
  const fifth = (place: number): number => {
    const part = samples.slice(
      Math.floor((place * samples.length) / 5),
      Math.floor(((place + 1) * samples.length) / 5),
    );
    return median(part.map(({ mib }) => mib));
  };
  const later = samples.slice(Math.floor(samples.length / 3));
  const perMinute = slope(later.map(({ second, mib }) => ({ x: second, y: mib }))) * SECONDS_PER_MINUTE;
  const growth = fifth(4) - fifth(1);
  return [
    {
      what: `memory of the ${what}, median of the second and of the last fifth`,
      value: `${fifth(1).toFixed(0)} MiB, ${fifth(4).toFixed(0)} MiB`,
      aim: `grows by < ${MAX_GROWTH_MIB} MiB`,
      met: growth < MAX_GROWTH_MIB,
    },
    {
      what: `memory of the ${what}, line through the last two thirds`,
      value: `${perMinute >= 0 ? '+' : ''}${perMinute.toFixed(2)} MiB per minute`,
    },
    { what: `memory of the ${what}, most`, value: `${Math.max(...samples.map(({ mib }) => mib)).toFixed(0)} MiB` },
  ];
}
