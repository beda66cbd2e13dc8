import type { Formatted } from '../format/number.ts';

/** One line of a chart. Null is a hole, never a value. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Which of the four colours, from 1. */
  readonly colour: number;
  readonly dashed?: boolean;
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
  /** Unix seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly gaps: readonly Gap[];
  readonly marks: readonly Mark[];
  readonly format: (value: number | null | undefined) => Formatted;
  readonly from: number;
  readonly to: number;
}
