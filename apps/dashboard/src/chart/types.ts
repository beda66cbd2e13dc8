import type { Formatted } from '../format/number.ts';

/** What a line is of. Each has one colour, on every page. */
export const MEASURES = ['supply', 'borrow', 'utilization', 'price', 'rest'] as const;
/** Which of several reserves or sources a line is of: told apart by their place alone. */
export const IDENTITIES = ['id-1', 'id-2', 'id-3', 'id-4', 'id-5'] as const;
export type Colour = (typeof MEASURES)[number] | (typeof IDENTITIES)[number];

/** The colour of the place-th of several, from 0. */
export function identity(place: number): Colour {
  return IDENTITIES[place % IDENTITIES.length] ?? 'id-1';
}

/** One line of a chart. Null is a hole, never a value. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly colour: Colour;
  readonly dashed?: boolean;
}

/** The stretch of time that a point is of, in unix seconds. The point is drawn at its end. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
  /** Whether it goes on: its values are those so far. */
  readonly isOpen: boolean;
}

/** A stretch that was not observed. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** Something that happened at a moment, with its number in the list below the charts. */
export interface Mark {
  readonly time: number;
  readonly number: number;
  readonly text: string;
}

export interface ChartProps {
  readonly title: string;
  /** Ascending. */
  readonly buckets: readonly Bucket[];
  /** What a value is of its bucket: its last one, or all of it together. */
  readonly pointOf: 'close' | 'sum';
  readonly series: readonly Series[];
  readonly gaps: readonly Gap[];
  readonly marks: readonly Mark[];
  readonly format: (value: number | null | undefined) => Formatted;
  readonly from: number;
  readonly to: number;
}
