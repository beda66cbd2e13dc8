import type { Protocol } from '@tidemark/protocols';
import type { IndexNeighbour, ReserveState } from '@tidemark/schema';

/** One stored state of a reserve, with what it takes to judge it. */
export interface AuditedRow {
  readonly table: 'reserve_latest' | 'reserve_snapshots';
  readonly state: ReserveState;
  readonly tokenDecimals: number;
  /** The stored looks around it; null where there is none, and for the latest row, which is a snapshot too when it is new. */
  readonly previous: IndexNeighbour | null;
  readonly next: IndexNeighbour | null;
}

/** A value of a row that cannot be. */
export type RowFault = {
  /** Its column. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
};

/** A rule that every stored row keeps by itself. */
export interface RowCheck {
  readonly checkName: string;
  /** What a row that breaks it is: ends the sentence `… in 3 rows`. */
  readonly message: string;
  readonly find: (row: AuditedRow, protocol: Protocol) => readonly RowFault[];
}

/** The fault of a value that is not the one it has to be; nothing where it is. */
export function unequal(
  field: string,
  expected: bigint | number | boolean | null,
  actual: bigint | number | boolean | null,
): RowFault[] {
  return Object.is(expected, actual) || expected === actual
    ? []
    : [{ field, expected: String(expected), actual: String(actual) }];
}
