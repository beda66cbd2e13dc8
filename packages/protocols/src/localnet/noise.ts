import { hashNumber } from './prng.ts';

const OCTAVES = 4;

/**
 * A wandering value in (−1, 1) as a pure function of the slot: value noise over four octaves, the slowest of
 * `periodSlots`. Only + − × ÷ are used, so the bits are the same on every machine.
 */
export function noiseAt(key: number, slot: number, periodSlots: number): number {
  let sum = 0;
  let weight = 1;
  let totalWeight = 0;
  let period = periodSlots;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    sum += weight * octaveAt(hashNumber(key, octave), slot / period);
    totalWeight += weight;
    weight /= 2;
    period /= 4;
  }
  return sum / totalWeight;
}

function octaveAt(key: number, position: number): number {
  const cell = Math.floor(position);
  const t = position - cell;
  const blend = t * t * (3 - 2 * t);
  const from = latticeValue(key, cell);
  return from + (latticeValue(key, cell + 1) - from) * blend;
}

function latticeValue(key: number, cell: number): number {
  return hashNumber(key, cell) / 0x8000_0000 - 1;
}
